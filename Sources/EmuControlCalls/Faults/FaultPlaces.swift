/// Where faults can happen: what there is, for the checks of a fault that is set.
package struct FaultPlaces: Sendable {
  /// What a fault can concern at one issuer.
  package struct Issuer: Sendable {
    package var id: String
    package var endpoints: [String]
    package var makesIDTokens: Bool

    package init(id: String, endpoints: [String], makesIDTokens: Bool) {
      self.id = id
      self.endpoints = endpoints
      self.makesIDTokens = makesIDTokens
    }
  }

  /// Every operation.
  package let operations: OperationNames
  /// The names that an endpoint has at some issuer.
  package let endpoints: [String]
  /// The providers that have a name of their own, and the ways to sign in without a provider.
  package let providers: [String]
  /// The issuer of a provider; throws for one that has none.
  package let issuer: @Sendable (String) throws(ControlError) -> Issuer

  package init(
    operations: OperationNames, endpoints: [String], providers: [String],
    issuer: @escaping @Sendable (String) throws(ControlError) -> Issuer
  ) {
    self.operations = operations
    self.endpoints = endpoints
    self.providers = providers
    self.issuer = issuer
  }

  /// Whether a request can be about a provider: any `oidc.*` and `saml.*` is configured at will.
  func isProvider(_ id: String) -> Bool {
    providers.contains(id) || ["oidc.", "saml."].contains { id.hasPrefix($0) && id != $0 }
  }
}
