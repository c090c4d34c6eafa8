internal import EmuControlCalls
package import EmuProviders

/// Every provider: one line each. Backend, issuers, seeds and tests have no other list.
package struct ProviderSites: Sendable {
  /// The providers with an issuer, `oidc.*` besides.
  let issuers: [any FakeIssuer]
  /// The same and those without an issuer, by id.
  package let providers: ProviderRegistry

  let others: [any IdentityProvider]

  /// - Parameter others: providers without an issuer.
  init(_ issuers: [any FakeIssuer], others: [any IdentityProvider] = []) {
    self.issuers = issuers
    self.others = others
    providers = ProviderRegistry(issuers.map(\.provider) + others)
  }

  /// The same with one provider more.
  func adding(_ issuer: any FakeIssuer) -> ProviderSites {
    ProviderSites(issuers + [issuer], others: others)
  }
}

extension ProviderSites {
  /// What the emulator has.
  package static let standard = ProviderSites(
    [
      AppleIssuer(),
      GoogleIssuer(),
      MicrosoftIssuer(),
      FacebookIssuer(),
      GitHubIssuer(),
      TwitterIssuer(),
      LinkedInIssuer(),
      YahooIssuer(),
    ],
    others: [
      GameCenterProvider(),
      PlayGames(),
    ])
}

extension ProviderSites {
  /// The issuer of a provider id; one called `oidc.…` exists as soon as a call names it.
  ///
  /// - Throws: `notFound`, naming those that there are.
  func issuer(_ id: String) throws(ControlError) -> any FakeIssuer {
    if let issuer = issuers.first(where: { $0.id == id }) { return issuer }
    guard id.hasPrefix("oidc."), id.utf8.count > "oidc.".utf8.count, ProviderID.isAcceptable(id)
    else {
      let known = issuers.map(\.id).joined(separator: ", ")
      throw ControlError(
        .notFound,
        "There is no issuer \(id.prefix(128)). Known are \(known), and oidc.NAME for any NAME of "
          + "letters, digits, '.', '-' and '_'; GET /emulator/v1/issuers shows their addresses.")
    }
    return OIDCIssuer(id: id)
  }
}
