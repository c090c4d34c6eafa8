package import Foundation

package enum OpenSSL {
  package struct Failure: Error { let arguments: [String] }

  /// The arguments that choose a kind of key.
  package static let keys = [["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], ["rsa:2048"]]

  /// A self-signed certificate for localhost: `NAME.pem` and `NAME-key.pem`.
  package static func certificate(_ name: String, _ key: [String], in folder: URL) throws {
    let arguments =
      ["req", "-x509", "-nodes", "-subj", "/CN=localhost", "-newkey"] + key
      + ["-addext", "subjectAltName=DNS:localhost"]
      + ["-keyout", "\(name)-key.pem", "-out", "\(name).pem"]
    guard try Tool.run("openssl", arguments, in: folder).status == 0 else {
      throw Failure(arguments: arguments)
    }
  }
}
