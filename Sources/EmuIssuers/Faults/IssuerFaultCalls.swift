package import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity

/// `issuers/{id}/faults`: the faults of one issuer. `/emulator/v1/faults` has all faults.
enum IssuerFaultCalls {
  static func list(_ call: IssuerCall) throws -> ControlAnswer<FaultPage> {
    try ControlAnswer(call.services.faults.list(ofIssuer: try call.issuer().id))
  }

  static func create(_ call: IssuerCall) throws -> ControlAnswer<FaultReference> {
    let faults = call.services.faults
    let fault = try faults.fault(
      try call.input(FaultInput.self), atIssuer: try call.issuer().id)
    let warnings = try faults.warnings(about: fault)
    return call.write { writer in
      try faults.insert(fault, writer)
      return FaultReference(to: fault, warnings)
    }
  }

  /// Deletes one fault by its id, or all of the issuer.
  static func delete(_ call: IssuerCall) throws -> ControlAnswer<EmptyAnswer> {
    let faults = call.services.faults
    let issuer = try call.issuer().id
    let fault = call.parameters["fault"]
    return call.write { writer in
      try faults.delete(fault, ofIssuer: issuer, writer)
      return EmptyAnswer()
    }
  }
}

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
