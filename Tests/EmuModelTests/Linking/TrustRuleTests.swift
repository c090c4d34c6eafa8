import EmuModel
import Testing

/// docs/reference/accounts.md#trusted-providers, second table.
@Suite struct `Model: trust in a provider` {
  struct Row: Sendable, CustomTestStringConvertible {
    let emailTrust: TrustRule.EmailTrust
    let email: String?
    let verified: Bool
    let claim: Bool
    let provider: Bool

    var testDescription: String {
      "\(emailTrust), \(email ?? "no address"), \(verified ? "verified" : "not verified")"
    }
  }

  private static let own = TrustRule.EmailTrust.ownDomains(["yahoo.com", "ymail.com"])

  @Test(arguments: [
    Row(emailTrust: .trusted, email: "a@b.co", verified: true, claim: true, provider: true),
    Row(emailTrust: .trusted, email: "a@b.co", verified: false, claim: false, provider: false),
    Row(emailTrust: .trusted, email: nil, verified: true, claim: false, provider: false),
    Row(emailTrust: .untrusted, email: "a@b.co", verified: true, claim: true, provider: false),
    Row(emailTrust: .untrusted, email: "a@b.co", verified: false, claim: false, provider: false),
    Row(emailTrust: .untrusted, email: nil, verified: true, claim: false, provider: false),
    Row(emailTrust: own, email: "a@yahoo.com", verified: true, claim: true, provider: true),
    Row(emailTrust: own, email: "a@ymail.com", verified: true, claim: true, provider: true),
    Row(emailTrust: own, email: "a@yahoo.com", verified: false, claim: false, provider: false),
    Row(emailTrust: own, email: "a@b.co", verified: true, claim: true, provider: false),
    Row(emailTrust: own, email: "a@notyahoo.com", verified: true, claim: true, provider: false),
    Row(emailTrust: own, email: "a@yahoo.com.co", verified: true, claim: true, provider: false),
    Row(emailTrust: own, email: nil, verified: true, claim: false, provider: false),
  ])
  func `trust in a provider depends on the claim or on the provider`(_ row: Row) {
    let profile = Linking.profile("p", "1", email: row.email, verified: row.verified)
    func isTrusted(_ policy: SwitchValue) -> Bool {
      TrustRule.verdict(policy: policy, profile: profile, emailTrust: row.emailTrust).isTrusted
    }
    #expect(isTrusted(.claim) == row.claim)
    #expect(isTrusted(.provider) == row.provider)
  }

  @Test func `trust in a provider is explained with the provider and the address`() {
    let profile = Linking.profile("facebook.com", "f1")
    let verdict = TrustRule.verdict(policy: .provider, profile: profile, emailTrust: .untrusted)
    #expect(verdict.reason.text.contains("facebook.com"))
    let unverified = TrustRule.verdict(
      policy: .claim, profile: Linking.profile("facebook.com", "f1", verified: false),
      emailTrust: .untrusted)
    #expect(
      unverified.reason == "this facebook.com token does not verify \(Linking.address)")
  }
}
