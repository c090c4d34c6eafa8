internal import EmuModel

/// How scopes are written at one issuer, and which there are.
struct ScopeRules: Sendable {
  /// What may stand between two scopes.
  var separators: Set<Character> = [" "]
  /// The scopes that every consent covers, whether they are asked for or not.
  var implied: [String] = []
  /// The scopes of a request that names none.
  var ofNone: [String] = []
  /// The scopes that there are; nil when any may be asked for.
  var known: Set<String>?
  /// Whether a scope with characters that RFC 6749 §3.3 does not allow is refused.
  var checksCharacters = false
  /// Whether `resource` stands for all scopes of an API, as it did before there were scopes.
  var readsResource = false
  /// Whether a client that requests a scope must accept the answer as a form.
  var needForm = false
  /// Whether the token endpoint's answer has them.
  var areInTokenAnswer = false
  /// Whether they come beside a code as well.
  var comeWithCode = false

  /// What is wrong with the characters of scopes, as a sentence.
  func problem(of names: [String]) -> String? {
    guard checksCharacters, let wrong = names.first(where: { !Scopes.isName($0) }) else {
      return nil
    }
    return "A scope is of visible ASCII without quotes and backslashes (RFC 6749 §3.3), which "
      + "\(wrong.prefix(128)) is not."
  }
}
