import Testing

@testable import EmuModel

@Suite struct `Model: authorization codes` {
  private static let now = Timestamp(seconds: 1_800_000_000)
  private static let code = AuthorizationCode(
    code: "c", consentKey: 1, clientID: "com.example.app", redirectURI: "https://app/cb",
    issuedAt: now, expiresAt: now + .seconds(300))
  private static let consent = Consent(
    personKey: 1, clientID: "com.example.app", grantedAt: now, key: 1)

  private func refusal(
    _ change: (inout AuthorizationCode) -> Void = { _ in },
    consent: Consent = Self.consent, clients: [String]? = ["com.example.app"],
    redirectURI: String? = "https://app/cb", requires: Bool = true, after: Duration = .zero
  ) -> CodeRule.Refusal? {
    var code = Self.code
    change(&code)
    return CodeRule.refusal(
      of: code, consent: consent, clients: clients, redirectURI: redirectURI,
      requiresRedirectURI: requires, now: Self.now + after)
  }

  @Test func `authorization codes are valid once, in time, for their client and redirect`() {
    #expect(refusal() == nil)
    #expect(refusal(clients: nil) == nil)
    #expect(refusal(after: .milliseconds(299_999)) == nil)
    #expect(refusal({ $0.redirectURI = nil }, redirectURI: nil, requires: false) == nil)
    #expect(refusal(redirectURI: nil, requires: false) == nil)
  }

  @Test func `authorization codes are rejected with the reason`() {
    #expect(refusal(clients: ["com.example.web"]) == .otherClient("com.example.app"))
    #expect(refusal(clients: []) == .otherClient("com.example.app"))
    #expect(refusal({ $0.usedAt = Self.now }) == .alreadyUsed)
    #expect(refusal(after: .seconds(300)) == .expired)
    var revoked = Self.consent
    revoked.revokedAt = Self.now
    #expect(refusal(consent: revoked) == .consentRevoked)
    #expect(refusal(redirectURI: "https://other/cb") == .redirectMismatch("https://other/cb"))
    #expect(refusal(redirectURI: nil) == .redirectMismatch(nil))
    #expect(
      refusal({ $0.redirectURI = nil }, redirectURI: "https://app/cb", requires: false)
        == .redirectMismatch("https://app/cb"))
  }

  @Test func `authorization codes of another client reveal nothing else`() {
    #expect(
      refusal({ $0.usedAt = Self.now }, clients: ["x"], after: .seconds(900))
        == .otherClient("com.example.app"))
  }
}
