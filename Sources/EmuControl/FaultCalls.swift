internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `/emulator/v1/faults`: all faults. `issuers/{id}/faults` has those of one issuer.
extension Control {
  /// `GET faults?project=`.
  func listFaults(_ call: ControlCall) throws -> Answer {
    .ready(services.faults.list(ofProject: call.request.query.first("project")))
  }

  /// `GET faults:describe`.
  func describeFaults(_ call: ControlCall) throws -> Answer {
    .ready(.json(try JSONEncoding.encode(services.faults.description)))
  }

  /// `POST faults`.
  func setFault(_ call: ControlCall) throws -> Answer {
    let faults = services.faults
    let fault = try faults.fault(try call.input(FaultInput.self))
    let warnings = try faults.warnings(about: fault)
    return write {
      try faults.insert(fault, $0)
    } finish: { _ in
      faults.reference(to: fault, warnings)
    }
  }

  /// `DELETE faults?project=` and `DELETE faults/{fault}`.
  func removeFaults(_ call: ControlCall) throws -> Answer {
    let faults = services.faults
    let fault = call.parameters["fault"]
    let project = call.request.query.first("project")
    return write {
      try faults.delete(fault, ofProject: project, $0)
    } finish: { _ in
      [:]
    }
  }
}
