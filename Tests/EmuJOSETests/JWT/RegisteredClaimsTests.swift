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
      (#"{"exp":100}"#, 99, 0, nil), (#"{"exp":100}"#, 100, 0, .expired(secondsAgo: 0)),
      (#"{"exp":100}"#, 130, 60, nil), (#"{"exp":100}"#, 160, 60, .expired(secondsAgo: 60)),
      (#"{"exp":100.9}"#, 100, 0, .expired(secondsAgo: 0)), (#"{}"#, 0, 0, .missing("exp")),
      (#"{"exp":"100"}"#, 0, 0, .missing("exp")), (#"{"exp":9223372036854775807}"#, -5, 0, nil),
      (#"{"exp":-9223372036854775808}"#, 5, 0, .expired(secondsAgo: .max)),
    ] as [(String, Int64, Int64, ClaimProblem?)])
  func `registered claims expire`(text: String, now: Int64, leeway: Int64, problem: ClaimProblem?)
    throws
  {
    #expect(try Self.claims(text).expirationProblem(now: now, leeway: leeway) == problem)
  }

  @Test(
    arguments: [
      (#"{"aud":"a"}"#, nil), (#"{"aud":["x","b"]}"#, nil),
      (#"{"aud":"A"}"#, .wrongAudience(["A"])),
      (#"{"aud":[]}"#, .missing("aud")), (#"{"aud":1}"#, .missing("aud")),
      (#"{}"#, .missing("aud")),
    ] as [(String, ClaimProblem?)])
  func `registered claims name an audience`(text: String, problem: ClaimProblem?) throws {
    #expect(try Self.claims(text).audienceProblem(anyOf: ["a", "b"]) == problem)
  }
}
