internal import EmuCrypto

/// Marks texts as made here: a holder can read one, and cannot change it.
///
/// Shape: `text.base64url(HMAC-SHA256(text))`.
package struct Seal: Sendable {
  private let key: [UInt8]

  /// A seal for one purpose under a key that its owner keeps.
  package init(key: [UInt8], purpose: String) {
    self.key = HMAC.code(for: Array(purpose.utf8), key: key, using: .sha256)
  }

  /// A seal whose key follows from project and purpose alone, so that a text outlives a wiped store.
  ///
  /// Nothing is secret here: the emulator trusts everybody who can reach it.
  package init(project: String, purpose: String) {
    key = Digest.sha256.hash(Array("auth-emulator \(purpose)\n\(project)".utf8))
  }

  /// The text with its code.
  package func seal(_ text: String) -> String { "\(text).\(Base64URL.encode(code(of: text)))" }

  /// - Returns: the text without its code; nil for what was not sealed here, or for something else.
  package func open(_ sealed: String) -> String? {
    guard let (text, code) = Self.parts(of: sealed), let code = Base64URL.decode(code),
      ConstantTime.areEqual(code, self.code(of: text))
    else { return nil }
    return text
  }

  /// The code alone, such as for a value that only its maker can compute again.
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
