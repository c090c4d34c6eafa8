internal import EmuControlCalls
internal import EmuHTTP

/// `/emulator/v1/faults`: all faults, and `issuers/{issuer}/faults`: those of one issuer.
extension Control {
  func listFaults(_ call: ControlCall) throws -> ControlAnswer<FaultPage> {
    try ControlAnswer(
      services.faults.list(
        ofIssuer: try issuer(of: call), ofProject: call.request.query.first("project")))
  }

  func describeFaults(_ call: ControlCall) throws -> ControlAnswer<FaultDescription> {
    try ControlAnswer(services.faults.description)
  }

  func setFault(_ call: ControlCall) throws -> ControlAnswer<FaultReference> {
    let faults = services.faults
    let fault = try faults.fault(try call.input(FaultInput.self), atIssuer: try issuer(of: call))
    let warnings = try faults.warnings(about: fault)
    return write { writer in
      try faults.insert(fault, writer)
      return FaultReference(to: fault, warnings)
    }
  }

  /// Deletes one fault by its id, or all, or those of an issuer or a project.
  func removeFaults(_ call: ControlCall) throws -> ControlAnswer<EmptyAnswer> {
    let faults = services.faults
    let issuer = try issuer(of: call)
    let fault = call.parameters["fault"]
    let project = call.request.query.first("project")
    return write { writer in
      try faults.delete(fault, ofIssuer: issuer, ofProject: project, writer)
      return EmptyAnswer()
    }
  }

  private func issuer(of call: ControlCall) throws(ControlError) -> String? {
    try call.parameters["issuer"].map(services.faults.issuerID)
  }
}
