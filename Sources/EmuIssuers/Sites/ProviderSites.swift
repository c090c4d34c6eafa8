internal import EmuControlCalls
internal import EmuJOSE
package import EmuProviders

/// Every provider: one line each. Backend, issuers, seeds and tests have no other list.
package struct ProviderSites: Sendable {
  /// The providers with an issuer, `oidc.*` besides.
  let issuers: [any FakeIssuer]
  /// The same and those without an issuer, by id.
  package let providers: ProviderRegistry

  /// The providers without an issuer.
  let others: [OtherSite]

  init(_ issuers: [any FakeIssuer], others: [OtherSite] = []) {
    self.issuers = issuers
    self.others = others
    providers = ProviderRegistry(issuers.map(\.provider) + others.map(\.provider))
  }

  /// The same with one provider more.
  func adding(_ issuer: any FakeIssuer) -> ProviderSites {
    ProviderSites(issuers + [issuer], others: others)
  }
}

/// A provider without an issuer, and what it has all the same.
struct OtherSite: Sendable {
  var provider: any IdentityProvider
  /// What it publishes; the patterns begin behind `/issuers/` and the provider's id.
  var paths: [IssuerRoute] = []
  /// Lines made by ``ControlRoutes/route(_:_:_:_:)``.
  var controls: [IssuerRoute] = []
  /// The algorithms with which it signs; one key each is made when it is first needed.
  var keyAlgorithms: [JWSAlgorithm]?
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
      GameCenterProvider.site,
      OtherSite(provider: PlayGames()),
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
