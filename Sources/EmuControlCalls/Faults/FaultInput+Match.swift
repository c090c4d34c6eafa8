internal import EmuJSON
internal import EmuModel
internal import EmuProviders

extension FaultInput {
  /// What the fault concerns, member by member.
  func checkedMatch(
    at issuer: FaultPlaces.Issuer?, among places: FaultPlaces
  ) throws(ControlError) -> Fault.Match {
    var match = Fault.Match()
    guard let input = self.match else {
      match.providerID = issuer?.id
      return match
    }
    match.operation = try Self.operation(input.operation, among: places)
    if let path = input.path {
      guard path.hasPrefix("/") || path.hasPrefix("*"), !path.contains("?") else {
        throw .invalid(
          "match.path must begin with / and have no query; * stands for any text.")
      }
      match.path = path
    }
    if let project = input.project {
      guard Project.isPlausible(id: project) else {
        throw .invalid("match.project: \(ProjectIDRule.problem)")
      }
      match.project = project
    }
    if let issuer, let provider = input.providerId, provider != issuer.id {
      throw .invalid("match.providerId is \(issuer.id) here; leave it out.")
    }
    match.providerID = issuer?.id ?? input.providerId
    match.endpoint = input.endpoint
    match.clientID = input.clientId
    match.sub = input.sub
    match.localID = input.localId
    match.email = input.email.map(EmailAddress.canonical)
    return match
  }

  private static func operation(
    _ pattern: String?, among places: FaultPlaces
  ) throws(ControlError) -> String? {
    guard let pattern else { return nil }
    let known = places.operations.all
    guard !known.contains(where: NamePattern(pattern).matches) else { return pattern }
    let near = NearestNames.of(pattern, among: known)
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    throw .invalid(
      "match.operation \(pattern.prefix(64)) is no operation.\(hint) GET /emulator/v1/requests names "
        + "the operation of each request; * stands for any text, as in *accounts:lookup.")
  }

  /// Refuses what can never happen.
  func checkTogether(
    _ fault: Fault, at issuer: FaultPlaces.Issuer?, among places: FaultPlaces
  ) throws(ControlError) {
    let match = fault.match
    let isOfAnswers = fault.defect?.isOfAnswers == true
    if fault.spoilsTokens {
      let others: [(String, String?)] = [
        ("endpoint", match.endpoint), ("operation", match.operation), ("path", match.path),
        ("project", match.project), ("localId", match.localID),
      ]
      if let other = others.first(where: { $0.1 != nil }) {
        throw .invalid(
          "A defect follows the token wherever it is made; leave match.\(other.0) out.")
      }
      let place = try match.providerID.map(places.issuer)
      guard place?.makesIDTokens != false || isOfAnswers else {
        throw .invalid(
          "\(place?.id ?? "") makes no ID tokens that could be wrong; let its answers fail, with "
            + "match.endpoint and an effect such as {\"status\": 503}.")
      }
      return
    }
    guard let endpoint = match.endpoint else {
      guard let issuer else { return }
      throw .invalid(
        "match.endpoint must say where: \(issuer.endpoints.joined(separator: ", ")).")
    }
    guard match.localID == nil else {
      throw .invalid(
        "match.localId is a user of the backend, and match.endpoint is of an issuer; name its person "
          + "by match.sub or match.email.")
    }
    let named = try match.providerID.map(places.issuer)
    let place = issuer ?? named
    let endpoints = place?.endpoints ?? places.endpoints
    guard endpoints.contains(endpoint) else {
      throw .invalid(
        "match.endpoint may be \(endpoints.joined(separator: ", "))\(place.map { " at \($0.id)" } ?? ""), "
          + "not \(endpoint.prefix(64)).")
    }
  }
}
