package import EmuControlCalls
internal import EmuIdentity

extension ProviderSites {
  /// Returns the issuers, endpoints and providers that a fault can match.
  package func faultLocations(among operations: OperationNames) -> FaultLocations {
    FaultLocations(
      operations: operations, endpoints: IssuerEndpoint.allCases.map(\.rawValue),
      providers: providers.ids + ["password", "phone", "anonymous", "emailLink", "custom"],
      assertionDefects: SAMLDefect.allCases.map(\.rawValue)
    ) { id throws(ControlError) in
      let issuer = try issuer(id)
      return (issuer.id, issuer.endpoints.map(\.rawValue), issuer.makesIDTokens)
    }
  }
}
