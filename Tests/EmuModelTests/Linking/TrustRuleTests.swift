import EmuModel
import Testing

/// docs/reference/accounts.md#trusted-providers, second table.
@Suite struct `Model: trust in a provider` {
  private static let own = TrustRule.EmailTrust.ownDomains(["yahoo.com", "ymail.com"])

  /// The address, true where it is verified, and the trust by the claim and by the provider.
  @Test(
    arguments: [
      (.trusted, "a@b.co", true, true, true), (.trusted, "a@b.co", false, false, false),
      (.trusted, nil, true, false, false), (.untrusted, "a@b.co", true, true, false),
      (.untrusted, "a@b.co", false, false, false), (.untrusted, nil, true, false, false),
      (own, "a@yahoo.com", true, true, true), (own, "a@ymail.com", true, true, true),
      (own, "a@yahoo.com", false, false, false), (own, "a@b.co", true, true, false),
      (own, "a@notyahoo.com", true, true, false), (own, "a@yahoo.com.co", true, true, false),
      (own, nil, true, false, false),
    ] as [(TrustRule.EmailTrust, String?, Bool, Bool, Bool)])
  func `trust in a provider depends on the claim or on the provider`(
    _ emailTrust: TrustRule.EmailTrust, _ email: String?, _ verified: Bool, _ byClaim: Bool,
    _ byProvider: Bool
  ) {
    let profile = Linking.profile("p", "1", email: email, verified: verified)
    for (policy, isTrusted) in [(SwitchValue.claim, byClaim), (.provider, byProvider)] {
      let verdict = TrustRule.verdict(policy: policy, profile: profile, emailTrust: emailTrust)
      #expect(verdict.isTrusted == isTrusted, "\(policy)")
    }
  }

  @Test func `trust in a provider is explained with the provider and the address`() {
    let profile = Linking.profile("facebook.com", "f1")
    let verdict = TrustRule.verdict(policy: .provider, profile: profile, emailTrust: .untrusted)
    #expect(verdict.reason.text.contains("facebook.com"))
    let unverified = TrustRule.verdict(
      policy: .claim, profile: Linking.profile("facebook.com", "f1", verified: false),
      emailTrust: .untrusted)
    #expect(unverified.reason == "this facebook.com token does not verify \(Linking.address)")
  }
}
