import EmuModel
import Testing

/// docs/reference/accounts.md#trusted-providers, second table.
@Suite struct `Model: trust in a provider` {
  struct Row: Sendable, CustomTestStringConvertible {
    let standing: TrustRule.Standing
    let email: String?
    let verified: Bool
    let claim: Bool
    let provider: Bool

    var testDescription: String {
      "\(standing), \(email ?? "no address"), \(verified ? "verified" : "not verified")"
    }
  }

  private static let own = TrustRule.Standing.ownDomains(["yahoo.com", "ymail.com"])

  @Test(arguments: [
    Row(standing: .trusted, email: "a@b.co", verified: true, claim: true, provider: true),
    Row(standing: .trusted, email: "a@b.co", verified: false, claim: false, provider: false),
    Row(standing: .trusted, email: nil, verified: true, claim: false, provider: false),
    Row(standing: .untrusted, email: "a@b.co", verified: true, claim: true, provider: false),
    Row(standing: .untrusted, email: "a@b.co", verified: false, claim: false, provider: false),
    Row(standing: .untrusted, email: nil, verified: true, claim: false, provider: false),
    Row(standing: own, email: "a@yahoo.com", verified: true, claim: true, provider: true),
    Row(standing: own, email: "a@ymail.com", verified: true, claim: true, provider: true),
    Row(standing: own, email: "a@yahoo.com", verified: false, claim: false, provider: false),
    Row(standing: own, email: "a@b.co", verified: true, claim: true, provider: false),
    Row(standing: own, email: "a@notyahoo.com", verified: true, claim: true, provider: false),
    Row(standing: own, email: "a@yahoo.com.co", verified: true, claim: true, provider: false),
    Row(standing: own, email: nil, verified: true, claim: false, provider: false),
  ])
  func `trust in a provider depends on the claim or on the provider`(_ row: Row) {
    let profile = Linking.profile("p", "1", email: row.email, verified: row.verified)
    func vouches(_ policy: SwitchValue) -> Bool {
      TrustRule.verdict(policy: policy, profile: profile, standing: row.standing).vouches
    }
    #expect(vouches(.claim) == row.claim)
    #expect(vouches(.provider) == row.provider)
  }

  @Test func `trust in a provider is explained with the provider and the address`() {
    let profile = Linking.profile("facebook.com", "f1")
    let verdict = TrustRule.verdict(policy: .provider, profile: profile, standing: .untrusted)
    #expect(verdict.reason.text.contains("facebook.com"))
    let unverified = TrustRule.verdict(
      policy: .claim, profile: Linking.profile("facebook.com", "f1", verified: false),
      standing: .untrusted)
    #expect(
      unverified.reason == "this facebook.com token does not verify \(Linking.address)")
  }
}
