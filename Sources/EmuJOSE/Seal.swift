internal import EmuCrypto

/// Authenticates texts of ours: their holders can read them, but not change them.
///
/// Shape: `text.base64url(HMAC-SHA256(text))`.
package struct Seal: Sendable {
  private let key: [UInt8]

  /// Creates a seal for one purpose under a secret key.
  package init(key: [UInt8], purpose: String) {
    self.key = HMAC.code(for: Array(purpose.utf8), key: key, using: .sha256)
  }

  /// Creates a seal whose key is derived from project and purpose alone, so that a text outlives a
  /// wiped store.
  ///
  /// It is not secret: the emulator trusts everyone who can reach it.
  package init(project: String, purpose: String) {
    key = Digest.sha256.hash(Array("auth-emulator \(purpose)\n\(project)".utf8))
  }

  package func seal(_ text: String) -> String { "\(text).\(Base64URL.encode(code(of: text)))" }

  /// - Returns: the text without its code; nil for a text that was not sealed here or for another
  ///   purpose.
  package func open(_ sealed: String) -> String? {
    guard let (text, code) = Self.parts(of: sealed), let code = Base64URL.decode(code),
      ConstantTime.areEqual(code, self.code(of: text))
    else { return nil }
    return text
  }

  /// Returns the code alone, such as for a value that only its creator can compute again.
  package func code(of text: String) -> [UInt8] {
    HMAC.code(for: Array(text.utf8), key: key, using: .sha256)
  }

  /// The text before its code is checked, for a reader that chooses the key by it.
  package static func unchecked(_ sealed: String) -> String? { parts(of: sealed)?.text }

  private static func parts(of sealed: String) -> (text: String, code: String)? {
    guard let point = sealed.lastIndex(of: ".") else { return nil }
    return (String(sealed[..<point]), String(sealed[sealed.index(after: point)...]))
  }
}
