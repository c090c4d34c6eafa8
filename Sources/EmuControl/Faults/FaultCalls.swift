internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `/emulator/v1/faults`: all faults, and `issuers/{issuer}/faults`: those of one issuer.
extension Control {
  /// The limit of faults, which are held in memory.
  private static let mostFaults = 10_000

  func listFaults(_ call: ControlCall) throws -> ControlAnswer<FaultPage> {
    let issuer = try issuer(of: call)?.id
    let project = call.request.query.first("project")
    let faults = services.store.faults(at: services.clock.now).filter { fault in
      (issuer == nil || issuer == fault.match.providerId)
        && (project == nil || project == fault.match.project)
    }
    return try ControlAnswer(FaultPage(faults: faults.map(FaultReport.init)))
  }

  func describeFaults(_ call: ControlCall) throws -> ControlAnswer<FaultDescription> {
    try ControlAnswer(FaultDescription(services.faults))
  }

  func setFault(_ call: ControlCall) throws -> ControlAnswer<FaultReference> {
    let input = try call.input(FaultInput.self)
    let issuer = try issuer(of: call)
    let services = services
    guard services.store.faultCounts.faults < Self.mostFaults else {
      throw ControlError.invalid(
        "There are \(Self.mostFaults) faults already. DELETE \(FaultLocations.path(ofIssuer: nil)) "
          + "removes them all; give each fault times or expiresInSeconds, so that it removes itself."
      )
    }
    let fault = try input.fault(
      id: services.ids.lowercaseLetters(12), at: issuer, among: services.faults,
      seed: { services.ids.randomBytes(6).reduce(0) { $0 << 8 | Int64($1) } },
      now: services.clock.now)
    let warnings = try warnings(about: fault)
    return write { writer in
      try writer.insert(fault, in: services.store)
      return FaultReference(id: fault.id, warnings: warnings.isEmpty ? nil : warnings)
    }
  }

  /// Deletes one fault by its id, or all, or those of an issuer or a project.
  func removeFaults(_ call: ControlCall) throws -> ControlAnswer<EmptyAnswer> {
    let issuer = try issuer(of: call)?.id
    let id = call.parameters["fault"]
    let project = call.request.query.first("project")
    let store = services.store
    return write { writer in
      let wasThere = try writer.deleteFaults(id, ofProvider: issuer, ofProject: project, in: store)
      guard let id, !wasThere else { return EmptyAnswer() }
      throw ControlError.notFound(
        "\(issuer.map { "\($0) has" } ?? "There is") no fault \(id.prefix(64)); it may have happened as "
          + "often as it was to, or be over. GET \(FaultLocations.path(ofIssuer: issuer)) lists those "
          + "that are left.")
    }
  }

  private func issuer(of call: ControlCall) throws(ControlError) -> FaultLocations.Issuer? {
    try call.parameters["issuer"].map(services.faults.issuer)
  }

  /// Returns the names in a fault that are unknown and may be created later, as sentences.
  private func warnings(about fault: Fault) throws -> [String] {
    var warnings: [String] = []
    if let id = fault.match.project {
      let known = try services.store.read { try $0.projectIDs() }
      if !known.contains(id) {
        warnings.append(
          "There is no project \(id) yet.\(NearestNames.hint(id, among: known)) The fault waits for its first "
            + "request; GET /emulator/v1/projects lists the projects.")
      }
    }
    // Any `oidc.*` and `saml.*` may be configured.
    let providers = services.faults.providers
    if let id = fault.match.providerId, !providers.contains(id), !ProviderID.isOfFamily(id) {
      warnings.append(
        "There is no provider \(id).\(NearestNames.hint(id, among: providers)) The fault "
          + "still happens where a request names it; GET /emulator/v1/faults:describe lists the providers."
      )
    }
    return warnings
  }
}
