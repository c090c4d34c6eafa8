import EmuCrypto
import EmuTestSupport
import Testing

@Suite final class `issuers: what a challenge may look like`: BenchSuite {
  /// The form of Twitter's SDK for TypeScript and social-auth-core; other issuers follow RFC 7636.
  @Test(arguments: [
    ("twitter.com", "s256", true), ("twitter.com", "S256", true), ("twitter.com", "s512", false),
    ("oidc.corp", "s256", false), ("google.com", "s256", false), ("oidc.corp", "S256", true),
  ])
  func `a lower-case method is Twitter's`(
    issuer: String, method: String, isGood: Bool
  ) async throws {
    let reply = try await bench.authorize(
      issuer,
      [
        "code_challenge": OAuth.challenge, "code_challenge_method": method, "emulator_auto": "new",
      ])
    guard isGood else {
      #expect(reply.handed["error"] == "invalid_request")
      #expect(reply.handed["error_description"]?.contains("S256 or plain") == true)
      return
    }
    let code = try reply.value("code")
    try await bench.redeem(issuer, code, ["code_verifier": "short"]).expect(400)
    try await bench.redeem(issuer, code, ["code_verifier": OAuth.verifier]).expect(200)
  }

  @Test(arguments: [("twitter.com", true), ("oidc.corp", false)])
  func `a verifier may be short at Twitter alone`(issuer: String, isGood: Bool) async throws {
    let verifier = String(repeating: "v", count: 32)
    let challenge = Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
    let code = try await bench.code(
      issuer, ["code_challenge": challenge, "code_challenge_method": "S256"])
    let tokens = try await bench.redeem(issuer, code, ["code_verifier": verifier])
    #expect((tokens.status == 200) == isGood, "\(tokens.text)")
  }
}
