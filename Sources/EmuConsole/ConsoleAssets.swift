internal import EmuCrypto
internal import EmuHTTP

/// The console's files, at addresses that depend on their content.
///
/// The folder's name is the hash of all files. So modules import each other by name, and browsers
/// may cache each file permanently.
enum ConsoleAssets {
  /// The hash includes the names, because a renamed file is another one.
  private static let version = String(
    Digest.sha256.hex(files.flatMap { Array($0.name.utf8) + $0.bytes() }).prefix(16))

  /// The path of the folder, such as `/emulator/ui/assets/3f2a…`.
  static var folder: String { "\(Console.path)/assets/\(version)" }

  /// Returns the addresses of the files with an ending, in the order of the list.
  static func addresses(ending: String) -> [String] {
    files.map(\.name).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
  }

  /// - Parameter version: the folder in the address. Another build's page gets an error instead of
  ///   a file that it would cache permanently.
  static func response(_ version: String, _ name: String) -> Response {
    guard version == Self.version, let file = files.first(where: { $0.name == name }) else {
      var response = Response.text(
        "The console has no such file. Load the page again.\n", status: .notFound)
      response.headers["Cache-Control"] = "no-store"
      return response
    }
    var response = Response.bytes(file.bytes(), type: type(of: name))
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
