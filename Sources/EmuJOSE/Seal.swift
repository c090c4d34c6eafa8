internal import EmuCrypto
internal import Synchronization

/// Authenticates texts of ours: their holders can read them, but not change them.
///
/// Shape: `text.base64url(HMAC-SHA256(text))`.
package struct Seal: Sendable {
  private let key: HMACKey

  /// Creates a seal for one purpose under a secret key.
  package init(key: [UInt8], purpose: String) {
    self.key = HMACKey(
      HMAC.code(for: Array(purpose.utf8), key: key, using: .sha256), for: .sha256)
  }

  /// Creates a seal whose key is derived from project and purpose alone, so that a text outlives a
  /// wiped store.
  ///
  /// It is not secret: the emulator trusts everyone who can reach it.
  package init(project: String, purpose: String) {
    key = Self.keys.withLock { $0.key(of: Origin(project: project, purpose: purpose)) }
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
    key.code(for: Array(text.utf8))
  }

  /// The text before its code is checked, for a reader that chooses the key by it.
  package static func unchecked(_ sealed: String) -> String? { parts(of: sealed)?.text }

  private static func parts(of sealed: String) -> (text: String, code: String)? {
    guard let point = sealed.lastIndex(of: ".") else { return nil }
    return (String(sealed[..<point]), String(sealed[sealed.index(after: point)...]))
  }
}

// MARK: - Keys that follow from a project

extension Seal {
  private struct Origin: Hashable {
    let project: String
    let purpose: String
  }

  /// The keys of the projects that are in use: to compute one costs as much as to seal a text, which every
  /// sign-in does.
  private struct Keys {
    /// The maximum number of cached keys, after which the cache is emptied.
    private static let most = 64
    private var kept: [Origin: HMACKey] = [:]

    mutating func key(of origin: Origin) -> HMACKey {
      if let key = kept[origin] { return key }
      let text = "auth-emulator \(origin.purpose)\n\(origin.project)"
      let key = HMACKey(Digest.sha256.hash(Array(text.utf8)), for: .sha256)
      if kept.count == Self.most { kept = [:] }
      kept[origin] = key
      return key
    }
  }

  private static let keys = Mutex(Keys())
}
