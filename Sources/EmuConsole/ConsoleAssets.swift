internal import EmuCrypto
internal import EmuHTTP
internal import EmuPages

/// The console's files, at addresses that change whenever one of them does.
///
/// The hash of all of them is the folder that they are served from, so that modules import each other by
/// name and none is rewritten, and browsers may keep each for good.
struct ConsoleAssets: Sendable {
  private let version: String

  /// The folder's path, such as `/emulator/ui/assets/3f2a…`.
  var folder: String { "\(Console.path)/assets/\(version)" }

  static var scripts: [String] { files.map(\.name).filter { $0.hasSuffix(".js") } }

  init() {
    // Names as well: a file that is renamed is another one.
    let all = Self.files.flatMap { Array($0.name.utf8) + $0.bytes() }
    version = String(Digest.sha256.hex(all).prefix(16))
  }

  /// - Parameter version: the folder that the address names; a page of another build gets nothing that it
  ///   would keep for good.
  func response(_ version: String, _ name: String) -> Response {
    guard version == self.version, let file = Self.files.first(where: { $0.name == name }) else {
      var response = Response.text(
        "The console has no such file. Load the page again.\n", status: .notFound)
      response.headers["Cache-Control"] = "no-store"
      return response
    }
    var response = Response.bytes(file.bytes(), type: Self.type(of: name))
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
