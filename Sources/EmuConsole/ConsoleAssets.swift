internal import EmuCrypto
internal import EmuHTTP

/// The console's files, at addresses that depend on their content.
///
/// All style sheets are one file, and all modules, since a new browser takes some ms for each file.
enum ConsoleAssets {
  private static let files = [
    "console.css": Array(styles.joined()),
    "console.js": Array(ConsoleScript(entry: "app", modules: modules).text.utf8),
    "icon.svg": PackageResources.icon_svg,
  ]

  /// The hash of all files, so that browsers may cache each permanently.
  private static let version = String(
    Digest.sha256.hex(files.sorted { $0.key < $1.key }.flatMap(\.value)).prefix(16))

  /// The path of the folder below the console's, such as `assets/3f2a…`.
  static var folder: String { "assets/\(version)" }

  /// - Parameter version: the folder in the address. Another build's page gets an error instead of
  ///   a file that it would cache permanently.
  static func response(_ version: String, _ name: String) -> Response {
    guard version == Self.version, let bytes = files[name] else {
      var response = Response.text(
        "The console has no such file. Load the page again.\n", status: .notFound)
      response.headers["Cache-Control"] = "no-store"
      return response
    }
    var response = Response.bytes(bytes, type: type(of: name))
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
  }

  private static func type(of name: String) -> String {
    if name.hasSuffix(".css") { return "text/css; charset=utf-8" }
    if name.hasSuffix(".svg") { return "image/svg+xml" }
    return "text/javascript; charset=utf-8"
  }
}
