import EmuTestTools
import Foundation

/// Makes what somebody would bring along, with `openssl`.
enum OpenSSL {
  struct Failure: Error { let arguments: [String] }

  private static let path = NeedsTools.path(of: "openssl")

  /// The arguments that choose a kind of key.
  static let keys = [
    ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], ["rsa:2048"],
  ]

  /// A self-signed certificate for localhost: `NAME.pem` and `NAME-key.pem`.
  static func certificate(_ name: String, _ key: [String], in workspace: Workspace) throws {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.currentDirectoryURL = workspace.url
    process.arguments =
      ["req", "-x509", "-nodes", "-subj", "/CN=localhost", "-newkey"] + key
      + ["-addext", "subjectAltName=DNS:localhost"]
      + ["-keyout", "\(name)-key.pem", "-out", "\(name).pem"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(arguments: process.arguments ?? []) }
  }
}
