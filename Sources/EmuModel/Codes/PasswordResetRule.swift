/// What a password that was reset by e-mail does to the other ways of signing in.
package enum PasswordResetRule {
  /// The federated providers that lose the account.
  ///
  /// Whoever resets a password has shown to own the mailbox. Before that, anybody could have linked
  /// a provider that does not verify addresses.
  ///
  /// - Parameters:
  ///   - policy: the switch `takeoverUnlinks`.
  ///   - standing: how far a provider is trusted about addresses.
  package static func unlinkedProviders(
    of user: User, policy: SwitchValue, standing: (String) -> TrustRule.Standing
  ) -> [String] {
    guard policy == .untrusted else { return user.links.map(\.providerID) }
    guard !user.emailVerified else { return [] }
    return user.links.map(\.providerID).filter { provider in
      switch standing(provider) {
      case .trusted: return false
      case .untrusted: return true
      case .ownDomains(let domains):
        return !domains.contains { user.email?.hasSuffix("@" + $0) ?? false }
      }
    }
  }
}
