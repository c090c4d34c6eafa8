internal import Synchronization

/// A cache of parsed ID tokens.
///
/// An app sends one token with every call for up to an hour, and parsing it costs as much as
/// finding its user. Each request still validates the token: the cache only has its immutable
/// content.
final class IDTokenCache: Sendable {
  /// The number of tokens in a generation; at most two generations are kept.
  static let capacity = 256
  /// Longer texts are parsed each time, which limits the cache to some megabytes.
  static let longestText = 4096

  private struct Generations {
    var current: [String: UncheckedIDToken] = [:]
    /// The generation before ``current``; a token that is used again moves to ``current``.
    var previous: [String: UncheckedIDToken] = [:]
  }

  private let generations = Mutex(Generations())

  /// Returns the parsed token; nil for an invalid one.
  func token(_ text: String) -> UncheckedIDToken? {
    if let known = known(text) { return known }
    guard let token = UncheckedIDToken(text) else { return nil }
    if text.utf8.count <= Self.longestText { keep(token) }
    return token
  }

  private func known(_ text: String) -> UncheckedIDToken? {
    guard text.utf8.count <= Self.longestText else { return nil }
    let (token, isCurrent) = generations.withLock { generations in
      if let token = generations.current[text] { return (Optional(token), true) }
      return (generations.previous[text], false)
    }
    // Equal texts may differ in bytes, such as K and the Kelvin sign, which is longer.
    guard let token, token.text.utf8.count == text.utf8.count else { return nil }
    if !isCurrent { keep(token) }
    return token
  }

  private func keep(_ token: UncheckedIDToken) {
    generations.withLock { generations in
      if generations.current.count >= Self.capacity {
        generations.previous = generations.current
        generations.current = [:]
      }
      generations.current[token.text] = token
    }
  }
}
