import EmuJOSE
import EmuTestSupport
import Testing

@Suite final class `issuers: defects of minted tokens`: BenchSuite {
  static let issuers = ["apple.com", "google.com", "microsoft.com", "oidc.corp"]

  private static let now = Bench.start.seconds

  /// The defects of each issuer's tokens, with a client's view of it; true where it is seen.
  static let defects: [(String, @Sendable (Verified) -> Bool)] = [
    ("expired", { $0.registered.expiration == now - 60 }),
    (
      "not-yet-valid",
      {
        ($0.registered.issuedAt ?? 0) > now + 600
          && !$0.registered.isExpired(now: now)
      }
    ),
    ("bad-signature", { !$0.isSigned && $0.hasKey }),
    ("unknown-key", { !$0.isSigned && !$0.hasKey && $0.header.kid != nil }),
    ("unsigned", { !$0.isSigned && $0.header.algorithm == JWSAlgorithm.none }),
    ("wrong-audience", { !isForClient($0) && $0.registered.issuer == $0.expectedIssuer }),
    ("wrong-issuer", { isForClient($0) && $0.registered.issuer != $0.expectedIssuer }),
    ("wrong-nonce", { $0.claims["nonce"]?.string.map { $0 != "abc" } == true }),
    (
      "missing-email",
      { token in
        ["email", "email_verified", "is_private_email", "preferred_username"].allSatisfy {
          token.claims[$0] == nil
        }
      }
    ),
    (
      "unverified-email",
      {
        let isMicrosoft = $0.expectedIssuer.contains("microsoft")
        return $0.claims["email"] == "ann@example.com"
          && $0.claims["email_verified"]?.bool == (isMicrosoft ? nil : false)
      }
    ),
  ]

  /// The other ones, of an issuer of OpenID Connect.
  static let others: [(String, @Sendable (Verified) -> Bool)] = [
    ("future-nbf", { $0.claims["nbf"]?.int == Bench.start.seconds + 3600 }),
    ("stale", { $0.claims["iat"]?.int == Bench.start.seconds - 7200 }),
    ("missing-kid", { $0.header.kid == nil }),
    ("hmac-signed", { $0.header.algorithm == .hs256 }),
    ("critical-header", { $0.header.isCritical }),
    ("audience-array", { $0.claims["aud"] == ["auth-emulator-client"] }),
    ("extra-audience", { $0.claims["aud"]?.array?.count == 2 && $0.claims["azp"] == nil }),
    ("missing-audience", { $0.claims["aud"] == nil }),
    ("issuer-slash", { $0.registered.issuer == $0.expectedIssuer + "/" }),
    ("missing-issuer", { $0.claims["iss"] == nil }),
    ("missing-nonce", { $0.claims["nonce"] == nil }),
    ("missing-subject", { $0.claims["sub"] == nil }),
    ("missing-expiry", { $0.claims["exp"] == nil }),
    ("missing-issued-at", { $0.claims["iat"] == nil }),
    ("wrong-hash", { $0.claims["at_hash"] == "not-the-hash-of-anything" }),
    ("missing-hash", { $0.claims["at_hash"] == nil }),
    ("numeric-strings", { $0.claims["iat"]?.string == String(Bench.start.seconds) }),
    ("email-verified-text", { $0.claims["email_verified"] == "true" }),
  ]

  static let rows =
    issuers.flatMap { issuer in defects.map { (issuer, $0.0, $0.1) } }
    + others.map { ("oidc.corp", $0.0, $0.1) }

  private static func isForClient(_ token: Verified) -> Bool {
    token.registered.isFor(anyOf: ["auth-emulator-client"])
  }

  /// The signature is valid, except for these.
  private static let ofSignature = [
    "bad-signature", "unknown-key", "unsigned", "hmac-signed", "critical-header",
  ]

  @Test(arguments: rows.indices)
  func `a defect is the only thing wrong with a token`(row: Int) async throws {
    let (issuer, defect, isSeen) = Self.rows[row]
    let reply = try await bench.mint(
      issuer,
      ["defect": .string(defect), "nonce": "abc", "account": ["email": "ann@example.com"]])
    // A client verifies by the discovery document.
    let token = try await bench.verify(
      try reply.value("idToken"),
      discovery: Bench.discovery(of: issuer, tenant: Entra.home))
    #expect(isSeen(token), "\(defect): \(token.claims)")
    #expect(token.isSigned == !Self.ofSignature.contains(defect), "\(defect)")
  }

  @Test func `a defect is of one token and not of the person`() async throws {
    let account: JSON = ["email": "ann@example.com"]
    _ = try await bench.mint("google.com", ["account": account, "defect": "missing-email"])
    let good = try await bench.mint("google.com", ["account": account])
    good["claims"].expect(["email": "ann@example.com", "email_verified": true])
  }

  @Test func `several defects make one token`() async throws {
    let minted = try await bench.mint(
      "oidc.corp", ["defects": ["audience-array", "email-verified-text"]])
    minted["claims"].expect(["aud": ["auth-emulator-client"], "email_verified": "true"])
  }
}
