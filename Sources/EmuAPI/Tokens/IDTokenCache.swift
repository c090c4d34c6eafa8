internal import Synchronization

/// A cache of parsed ID tokens.
///
/// An app sends one token with every call for up to an hour, and parsing it costs as much as
/// finding its user. Each request still validates the token: the cache only has its immutable
/// content.
final class IDTokenCache: Sendable {
  private static let capacity = 512
  /// Longer texts are parsed each time, which limits the cache to some megabytes.
  private static let longestText = 4096

  private let tokens = Mutex<[String: UncheckedIDToken]>([:])

  /// Returns the parsed token; nil for an invalid one.
  func token(_ text: String) -> UncheckedIDToken? {
    guard text.utf8.count <= Self.longestText else { return UncheckedIDToken(text) }
    // Equal texts may differ in bytes, such as K and the Kelvin sign, which is longer.
    if let known = tokens.withLock({ $0[text] }), known.text.utf8.count == text.utf8.count {
      return known
    }
    guard let token = UncheckedIDToken(text) else { return nil }
    tokens.withLock { tokens in
      if tokens.count >= Self.capacity { tokens = [:] }
      tokens[text] = token
    }
    return token
  }
}
