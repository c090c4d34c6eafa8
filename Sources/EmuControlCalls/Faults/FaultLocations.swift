/// The operations, endpoints and providers that faults can match, for checking new faults.
package struct FaultLocations: Sendable {
  package typealias Issuer = (id: String, endpoints: [String], makesIDTokens: Bool)

  package let operations: OperationNames
  package let endpoints: [String]
  /// The built-in providers, and the sign-in methods without a provider.
  package let providers: [String]
  /// The defects of assertions of SAML.
  package let assertionDefects: [String]
  /// Returns the issuer of a provider; throws if it has none.
  package let issuer: @Sendable (String) throws(ControlError) -> Issuer

  package init(
    operations: OperationNames, endpoints: [String], providers: [String],
    assertionDefects: [String],
    issuer: @escaping @Sendable (String) throws(ControlError) -> Issuer
  ) {
    self.operations = operations
    self.endpoints = endpoints
    self.providers = providers
    self.assertionDefects = assertionDefects
    self.issuer = issuer
  }

  /// Returns the path of the calls on all faults, or on those of one issuer.
  package static func path(ofIssuer issuer: String?) -> String {
    ControlEntry.root + (issuer.map { "issuers/\($0)/" } ?? "") + "faults"
  }
}
