internal import Synchronization

/// The ID tokens that were read last.
///
/// An app sends one token with every call for up to an hour, and reading it costs as much as finding
/// its user. Whether the token is good is checked for each request: the cache has only what the text
/// says, which never changes.
final class IDTokenCache: Sendable {
  /// How many tokens a generation has; at most two are kept.
  static let capacity = 256
  /// Longer texts are read each time, so that the cache stays below some megabytes.
  static let longestText = 4096

  private struct Generations {
    var current: [String: UncheckedIDToken] = [:]
    /// What was read before ``current`` was begun: used again, a token moves there.
    var previous: [String: UncheckedIDToken] = [:]
  }

  private let generations = Mutex(Generations())

  /// The token that a text is; nil for what is no token.
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
    // Texts are equal that look the same, such as K and the Kelvin sign, which takes more bytes.
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
