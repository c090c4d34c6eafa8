internal import EmuIssuance
internal import EmuJOSE
internal import EmuModel
internal import EmuProviders

// What follows from an issuer's provider and settings.
extension FakeIssuer {
  /// The provider id.
  var id: String { provider.id }

  /// What the provider has, as the settings change it.
  var traits: IssuerTraits {
    (provider.issuer
      ?? IssuerTraits(productionIssuer: id, path: "/issuers/\(id)", algorithms: [.rs256]))
      .changed(by: settings)
  }

  /// The algorithms of its keys; the first signs by default.
  var algorithms: [JWSAlgorithm] { traits.algorithms.map(JWSAlgorithm.init) }

  /// What makes the issuer's tokens.
  var tokens: ProviderIssuer { ProviderIssuer(provider, settings, traits: traits) }

  /// How clients may show who they are.
  var clientAuthentication: [ClientAuthentication] { traits.clientAuthentication }
}
