import EmuModel
import Testing

@Suite struct `Patterns of names` {
  @Test(arguments: [
    ("accounts:signUp", "accounts:signUp", true), ("accounts:signUp", "accounts:signU", false),
    ("accounts:signUp", "projects.accounts:signUp", false), ("", "", true), ("", "a", false),
    ("*", "", true), ("*", "anything", true), ("accounts:*", "accounts:signUp", true),
    ("accounts:*", "accounts:", true), ("accounts:*", "account", false),
    ("*:lookup", "projects.accounts:lookup", true), ("*:lookup", ":lookups", false),
    ("a*b*c", "abc", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false),
    ("ab*ba", "aba", false), ("ab*ba", "abba", true), ("**", "x", true), ("a**b", "ab", true),
    ("*ab*ab*", "abxab", true), ("*ab*ab*", "abx", false),
  ]) func `a star in a pattern of names matches any text`(
    _ pattern: String, _ name: String, _ matches: Bool
  ) { #expect(NamePattern(pattern).matches(name) == matches) }
}
