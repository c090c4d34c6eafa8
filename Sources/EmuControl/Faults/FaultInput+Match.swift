internal import EmuControlCalls
internal import EmuModel
internal import EmuIdentity

extension FaultInput {
  func checkedMatch(
    at issuer: FaultLocations.Issuer?, among locations: FaultLocations
  ) throws(ControlError) -> Fault.Match {
    var match = self.match ?? Fault.Match()
    match.operation = try match.operation.map { name throws(ControlError) in
      try locations.operations.checked(name, in: "match.operation")
    }
    if let path = match.path {
      guard path.hasPrefix("/") || path.hasPrefix("*"), !path.contains("?") else {
        throw .invalid(
          "match.path must begin with / and have no query; * matches any text.")
      }
      try Self.check(path, with: match.operation, among: locations.operations)
    }
    if let project = match.project {
      try ControlError.check(project: project, "match.project: ")
    }
    if let issuer, let provider = match.providerId, provider != issuer.id {
      throw .invalid("match.providerId is \(issuer.id) here; leave it out.")
    }
    match.providerId = issuer?.id ?? match.providerId
    match.email = match.email.map(EmailAddress.canonical)
    return match
  }

  /// Rejects a path without `*` that has no route, or a route of another operation.
  private static func check(
    _ path: String, with operation: String?, among operations: OperationNames
  ) throws(ControlError) {
    guard !path.contains("*") else { return }
    let served = operations.operations(atPath: path)
    guard !served.isEmpty else {
      throw .invalid(
        "match.path: nothing is served at \(path.prefix(128)). GET /emulator/openapi.json lists the "
          + "paths; * is any text, as in */accounts:lookup.")
    }
    guard let operation, !served.contains(where: { operations.name(operation, matches: $0) })
    else { return }
    throw .invalid(
      "match.path is one of \(served.sorted().joined(separator: ", ")), and match.operation is "
        + "\(operation); leave one out.")
  }

  /// Rejects a fault that can never happen.
  func checkTogether(
    _ fault: Fault, at issuer: FaultLocations.Issuer?, among locations: FaultLocations
  ) throws(ControlError) {
    let match = fault.match
    let isOfAnswers = fault.defect?.isOfAnswers == true
    if fault.corruptsTokens {
      let others: [(String, String?)] = [
        ("endpoint", match.endpoint), ("operation", match.operation), ("path", match.path),
        ("project", match.project), ("localId", match.localId),
      ]
      if let other = others.first(where: { $0.1 != nil }) {
        throw .invalid(
          "A defect follows the token wherever it is made; leave match.\(other.0) out.")
      }
      let target = try match.providerId.map(locations.issuer)
      guard target?.makesIDTokens != false || isOfAnswers else {
        throw .invalid(
          "\(target?.id ?? "") makes no ID tokens that could be wrong; let its answers fail, with "
            + "match.endpoint and an effect such as {\"status\": 503}.")
      }
      return
    }
    guard let endpoint = match.endpoint else {
      guard let issuer else { return }
      throw .invalid(
        "match.endpoint must say where: \(issuer.endpoints.joined(separator: ", ")).")
    }
    if let operation = match.operation, !locations.operations.has(operation, atEndpoint: endpoint) {
      throw .invalid(
        "match.operation \(operation) is not at the endpoint \(endpoint) of an issuer; leave "
          + "match.operation or match.endpoint out.")
    }
    guard match.localId == nil else {
      throw .invalid(
        "match.localId is a user of the backend, and match.endpoint is of an issuer; name its person "
          + "by match.sub or match.email.")
    }
    let named = try match.providerId.map(locations.issuer)
    let target = issuer ?? named
    let endpoints = target?.endpoints ?? locations.endpoints
    guard endpoints.contains(endpoint) else {
      throw .invalid(
        "match.endpoint may be \(endpoints.joined(separator: ", "))\(target.map { " at \($0.id)" } ?? ""), "
          + "not \(endpoint.prefix(64)).")
    }
  }
}
