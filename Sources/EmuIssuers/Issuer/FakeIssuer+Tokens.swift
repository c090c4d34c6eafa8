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

  /// Returns the issuer with the lifetimes that its rules give to a token.
  func resolved(for token: @autoclosure () -> IssuedFor) -> Self {
    var issuer = self
    issuer.options = options.resolved(for: token())
    return issuer
  }

  /// The lifetime of an access token in seconds; 0 for one without an end.
  var accessTokenSeconds: Int64 { (traits.accessTokenLifetime ?? .zero).components.seconds }

  var clientAuthentication: [ClientAuthentication] { traits.clientAuthentication }
}
