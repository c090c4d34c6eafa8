internal import EmuControlCalls
internal import EmuHTTP

/// `/emulator/v1/faults`: all faults. `issuers/{id}/faults` has those of one issuer.
extension Control {
  func listFaults(_ call: ControlCall) throws -> ControlAnswer<FaultPage> {
    try ControlAnswer(services.faults.list(ofProject: call.request.query.first("project")))
  }

  func describeFaults(_ call: ControlCall) throws -> ControlAnswer<FaultDescription> {
    try ControlAnswer(services.faults.description)
  }

  func setFault(_ call: ControlCall) throws -> ControlAnswer<FaultReference> {
    let faults = services.faults
    let fault = try faults.fault(try call.input(FaultInput.self))
    let warnings = try faults.warnings(about: fault)
    return write { writer in
      try faults.insert(fault, writer)
      return FaultReference(to: fault, warnings)
    }
  }

  /// `DELETE faults?project=` and `DELETE faults/{fault}`.
  func removeFaults(_ call: ControlCall) throws -> ControlAnswer<EmptyAnswer> {
    let faults = services.faults
    let fault = call.parameters["fault"]
    let project = call.request.query.first("project")
    return write { writer in
      try faults.delete(fault, ofProject: project, writer)
      return EmptyAnswer()
    }
  }
}
