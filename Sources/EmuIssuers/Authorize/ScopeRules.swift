internal import EmuModel

/// The syntax of scopes at one issuer, and the known ones.
struct ScopeRules: Sendable {
  var separators: Set<Character> = [" "]
  /// The scopes that every consent includes.
  var implied: [String] = []
  /// The default scopes.
  var ofNone: [String] = []
  /// The known scopes; nil if any scope is accepted.
  var known: Set<String>?
  /// True if a scope with characters outside RFC 6749 §3.3 is rejected.
  var checksCharacters = false
  /// True if `resource` is accepted for all scopes of an API, as before there were scopes.
  var readsResource = false
  /// True if a request with scopes requires the response mode `form_post`.
  var requireForm = false
  /// True if the token endpoint's response contains the scopes.
  var areInTokenAnswer = false
  /// True if an authorization response with a code contains the scopes.
  var comeWithCode = false

  /// Returns the problem with the characters of scopes, as a sentence.
  func problem(of names: [String]) -> String? {
    guard checksCharacters, let wrong = names.first(where: { !Scopes.isName($0) }) else {
      return nil
    }
    return "A scope is of visible ASCII without quotes and backslashes (RFC 6749 §3.3), which "
      + "\(wrong.prefix(128)) is not."
  }
}
