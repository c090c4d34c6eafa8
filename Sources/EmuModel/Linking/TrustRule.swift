/// The decision about trust in a provider's e-mail address.
///
/// Source: docs/reference/accounts.md#trusted-providers.
package enum TrustRule {
  /// The decision and its reason, as a clause that can follow "because".
  package struct Verdict: Sendable, Hashable {
    package var isTrusted: Bool
    package var reason: Reason
  }

  /// Production's trust in a provider's addresses.
  package enum EmailTrust: Sendable, Hashable {
    /// Trusted when its token says that the address is verified.
    case trusted
    /// Trusted only for verified addresses of the provider's domains.
    case ownDomains([String])
    case untrusted
  }

  package static func verdict(
    policy: SwitchValue, profile: IdpProfile, emailTrust: EmailTrust
  ) -> Verdict {
    guard let email = profile.email else {
      return Verdict(isTrusted: false, reason: "the credential carries no e-mail address")
    }
    guard profile.emailVerified else {
      return Verdict(
        isTrusted: false,
        reason: "this \(provider: profile.providerID) token does not verify \(email)")
    }
    guard policy == .provider else {
      return Verdict(
        isTrusted: true, reason: "the token says that \(email) is verified (trustPolicy: claim)")
    }
    return production(email: email, providerID: profile.providerID, emailTrust: emailTrust)
  }

  private static func production(
    email: String, providerID: String, emailTrust: EmailTrust
  ) -> Verdict {
    switch emailTrust {
    case .trusted:
      return Verdict(
        isTrusted: true,
        reason: "\(provider: providerID) is trusted and says that \(email) is verified")
    case .untrusted:
      return Verdict(
        isTrusted: false,
        reason: "\(provider: providerID) is not trusted about addresses, whatever its token claims")
    case .ownDomains(let domains):
      let domain = email.split(separator: "@").last.map(String.init) ?? ""
      let owns = domains.contains(domain)
      return Verdict(
        isTrusted: owns,
        reason: owns
          ? "\(provider: providerID) runs the mailboxes of \(domain)"
          : "\(provider: providerID) is trusted only for addresses of its own domains")
    }
  }
}
