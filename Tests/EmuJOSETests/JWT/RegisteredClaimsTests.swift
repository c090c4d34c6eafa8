import EmuJOSE
import EmuJSON
import Testing

@Suite struct `Registered claims` {
  static func claims(_ text: String) throws -> RegisteredClaims {
    RegisteredClaims(try #require(JSON(parsing: text).object))
  }

  // RFC 7519 §4.1.4: not accepted on or after `exp`.
  @Test(
    arguments: [
      (#"{"exp":100}"#, 99, false), (#"{"exp":100}"#, 100, true), (#"{"exp":100.9}"#, 100, true),
      (#"{}"#, 0, true), (#"{"exp":"100"}"#, 0, true),
      (#"{"exp":9223372036854775807}"#, -5, false), (#"{"exp":-9223372036854775808}"#, 5, true),
    ] as [(String, Int64, Bool)])
  func `registered claims expire`(text: String, now: Int64, isExpired: Bool) throws {
    #expect(try Self.claims(text).isExpired(now: now) == isExpired)
  }

  @Test(arguments: [
    (#"{"aud":"a"}"#, true), (#"{"aud":["x","b"]}"#, true), (#"{"aud":"A"}"#, false),
    (#"{"aud":[]}"#, false), (#"{"aud":1}"#, false), (#"{}"#, false),
  ]) func `registered claims name an audience`(text: String, isNamed: Bool) throws {
    #expect(try Self.claims(text).isFor(anyOf: ["a", "b"]) == isNamed)
  }
}
