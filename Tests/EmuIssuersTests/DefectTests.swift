import EmuHTTP
import EmuIssuers
import EmuJOSE
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `issuers: defects of minted tokens` {
  static let issuers = ["apple.com", "google.com", "microsoft.com", "oidc.corp"]

  /// Mints a token with a defect, and verifies it by the discovery document, as a client does.
  static func minted(_ issuer: String, _ defect: String) async throws -> Verified {
    let bench = try Bench()
    let reply = try await bench.mint(
      issuer,
      [
        "defect": .string(defect), "nonce": "abc",
        "account": ["email": "ann@example.com"],
      ])
    return try await bench.verify(
      try #require(reply["idToken"]?.string),
      discovery: Bench.discovery(of: issuer, tenant: Microsoft.directory))
  }

  private enum Microsoft {
    static let directory = "6f8b1a5e-3c0d-4e2f-9a7b-0c1d2e3f4a5b"
  }

  private static let now = Bench.start.seconds

  @Test(arguments: issuers)
  func `an expired token is signed, and past its time`(issuer: String) async throws {
    let token = try await Self.minted(issuer, "expired")
    #expect(token.signature.isValid)
    #expect(token.registered.expirationProblem(now: Self.now) == .expired(secondsAgo: 60))
  }

  @Test(arguments: issuers)
  func `a token that is not yet valid is signed, and from the future`(
    issuer: String
  ) async throws {
    let token = try await Self.minted(issuer, "not-yet-valid")
    #expect(token.signature.isValid)
    #expect((token.registered.issuedAt ?? 0) > Self.now + 600)
    #expect(token.registered.expirationProblem(now: Self.now) == nil)
  }

  @Test(arguments: issuers)
  func `a bad signature names a good key`(issuer: String) async throws {
    #expect(try await Self.minted(issuer, "bad-signature").signature == .badSignature)
  }

  @Test(arguments: issuers)
  func `an unknown key is not published`(issuer: String) async throws {
    #expect(try await Self.minted(issuer, "unknown-key").signature == .unknownKey)
  }

  @Test(arguments: issuers)
  func `an unsigned token says so`(issuer: String) async throws {
    let token = try await Self.minted(issuer, "unsigned")
    #expect(token.signature == .algorithmNotAllowed)
    #expect(token.header.algorithm == JWSAlgorithm.none)
  }

  @Test(arguments: issuers)
  func `a wrong claim is the only thing wrong`(issuer: String) async throws {
    let audience = try await Self.minted(issuer, "wrong-audience")
    #expect(audience.signature.isValid)
    #expect(audience.registered.audienceProblem(anyOf: ["auth-emulator-client"]) != nil)
    #expect(audience.registered.issuer == audience.expectedIssuer)

    let wrongIssuer = try await Self.minted(issuer, "wrong-issuer")
    #expect(wrongIssuer.signature.isValid)
    #expect(wrongIssuer.registered.issuer != wrongIssuer.expectedIssuer)
    #expect(wrongIssuer.registered.audienceProblem(anyOf: ["auth-emulator-client"]) == nil)

    let nonce = try await Self.minted(issuer, "wrong-nonce")
    #expect(nonce.signature.isValid)
    #expect(nonce.registered.nonce.map { $0 != "abc" } == true)
  }

  @Test(arguments: issuers)
  func `an e-mail address is missing or not verified`(issuer: String) async throws {
    let missing = try await Self.minted(issuer, "missing-email")
    #expect(missing.signature.isValid)
    for claim in ["email", "email_verified", "is_private_email", "preferred_username"] {
      #expect(missing.claims[claim] == nil)
    }
    let unverified = try await Self.minted(issuer, "unverified-email")
    #expect(unverified.signature.isValid)
    #expect(unverified.claims["email"] == "ann@example.com")
    #expect(
      unverified.claims["email_verified"]?.bool == (issuer == "microsoft.com" ? nil : false))
  }

  @Test func `a defect is of one token and not of the person`() async throws {
    let bench = try Bench()
    let account: JSON = ["email": "ann@example.com"]
    _ = try await bench.mint("google.com", ["account": account, "defect": "missing-email"])
    let good = try await bench.mint("google.com", ["account": account])
    #expect(good["claims"]?["email"] == "ann@example.com")
    #expect(good["claims"]?["email_verified"] == true)
  }
}
