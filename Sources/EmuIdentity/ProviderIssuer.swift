package import EmuJOSE
package import EmuModel

/// The issuer of a provider, with the user's current options.
package struct ProviderIssuer: Sendable {
  package let provider: any IdentityProvider
  package let options: IssuerOptions
  /// The provider's traits, changed by the options.
  package let traits: IssuerTraits

  /// - Parameter traits: those of the provider; nil for a provider without an issuer.
  package init?(_ provider: any IdentityProvider, _ options: IssuerOptions) {
    guard let traits = provider.issuer else { return nil }
    self.init(provider, options, traits: traits.changed(by: options))
  }

  /// - Parameter traits: as the options change them.
  package init(
    _ provider: any IdentityProvider, _ options: IssuerOptions, traits: IssuerTraits
  ) {
    self.provider = provider
    self.options = options
    self.traits = traits
  }

  package var id: String { provider.id }

  /// Returns the issuer with the lifetimes that its rules give to a token.
  package func resolved(for token: @autoclosure () -> IssuedFor) -> ProviderIssuer {
    guard options.rules != nil else { return self }
    let resolved = options.resolved(for: token())
    return ProviderIssuer(provider, resolved, traits: traits.changed(by: resolved))
  }

  /// The default signing algorithm; nil for a provider without ID tokens.
  package var algorithm: JWSAlgorithm? { traits.algorithms.first }
}
