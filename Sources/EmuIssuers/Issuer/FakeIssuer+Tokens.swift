internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel

// Values that follow from an issuer's provider and options.
extension FakeIssuer {
  var id: String { provider.id }

  /// The provider's traits, changed by the options.
  var traits: IssuerTraits {
    (provider.issuer
      ?? IssuerTraits(productionIssuer: id, path: "/issuers/\(id)", algorithms: [.rs256]))
      .changed(by: options)
  }

  /// The algorithms of its keys; the first is the default for signing.
  var algorithms: [JWSAlgorithm] { traits.algorithms }

  var tokens: ProviderIssuer { ProviderIssuer(provider, options, traits: traits) }

  var clientAuthentication: [ClientAuthentication] { traits.clientAuthentication }
}
