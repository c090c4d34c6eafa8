internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore
internal import EmuThread

/// Lets an issuer's endpoint answer as the user wants it to fail.
///
/// Every request to an issuer passes here; where nothing is set, it is handed on at once.
struct FaultInjector {
  let call: IssuerCall

  init(_ call: IssuerCall) { self.call = call }

  func answer(_ body: () -> Answer) -> Answer {
    guard let endpoint = call.endpoint, let issuer = call.issuerID else { return body() }
    let store = call.services.store
    let faults = store.takeFaults(ofIssuer: issuer) { fault in
      fault.match.endpoint == endpoint.rawValue && !fault.spoilsTokens
        && concerns(fault.match, issuer)
    }
    let defects = self.defects(at: endpoint, of: issuer)
    guard !faults.isEmpty || !defects.isEmpty else { return body() }
    for fault in faults {
      call.explanation.add(.fault, .chose, "The fault \(fault.id) was set for this endpoint.")
    }
    let effects = faults.map(\.effect)
    // An answer in place of the endpoint's own leaves everything as it was.
    var answer =
      effects.lazy.compactMap(Self.replacement).first.map { response in
        call.answer { .ready(response) }
      } ?? body()
    if let type = effects.lazy.compactMap(\.contentType).first
      ?? (defects.contains(.contentType) ? "text/plain; charset=utf-8" : nil)
    {
      answer = answer.map { $0.typed(type) }
    }
    if defects.contains(.userInfoSubject) { answer = answer.map(\.ofAnotherSubject) }
    if effects.contains(where: { $0.malformed == true }) { answer = answer.map(\.halved) }
    let delay = effects.compactMap(\.delayMilliseconds).reduce(0, +)
    guard delay > 0 else { return answer }
    return answer.delayed(by: .milliseconds(delay), call.services.workers.alarms)
  }

  /// What the endpoint's answers have wrong, always or by a fault.
  private func defects(at endpoint: IssuerEndpoint, of issuer: String) -> [Defect] {
    let possible = Defect.allCases.filter { $0.endpoints.contains(endpoint) }
    guard !possible.isEmpty else { return [] }
    let store = call.services.store
    let taken = store.takeFaults(ofIssuer: issuer) { fault in
      fault.defect.map(possible.contains) ?? false && concerns(fault.match, issuer)
    }
    return store.settings(ofIssuer: issuer).standingDefects.filter(possible.contains)
      + taken.compactMap(\.defect)
  }

  private static func replacement(_ effect: IssuerFault.Effect) -> Response? {
    if let error = effect.error {
      return OAuthError(
        .init(name: error.message, status: Status(rawValue: error.code)), error.description,
        because: "A fault was set."
      ).response
    }
    guard effect.status != nil || effect.body != nil else { return nil }
    return .retryable(
      .json(
        Array((effect.body ?? "").utf8), status: effect.status.map(Status.init(rawValue:)) ?? .ok))
  }

  private func concerns(_ match: IssuerFault.Match, _ issuer: String) -> Bool {
    guard match.clientID != nil || match.sub != nil || match.email != nil else { return true }
    guard let issuer = try? call.services.sites.issuer(issuer) else { return false }
    let request = FaultedRequest(call, at: issuer)
    if let client = match.clientID, client != request.clientID { return false }
    guard match.sub != nil || match.email != nil else { return true }
    guard let person = request.person else { return false }
    return match.names(person)
  }
}

extension Defect {
  /// Whose answers have it; empty for what is wrong with tokens.
  fileprivate var endpoints: [IssuerEndpoint] {
    switch self {
    case .userInfoSubject: [.userInfo]
    case .contentType: [.discovery, .keys, .token, .userInfo]
    default: []
    }
  }
}

extension Response {
  fileprivate func typed(_ type: String) -> Response {
    var response = self
    response.headers["Content-Type"] = type
    return response
  }

  fileprivate var ofAnotherSubject: Response {
    guard let claims = bytes.flatMap({ try? JSON(parsing: $0) })?.object else { return self }
    var response = self
    response.body = .bytes(JSON.object(claims.ofAnotherSubject).serializedBytes())
    return response
  }

  fileprivate var halved: Response {
    guard let bytes else { return self }
    var response = self
    response.body = .bytes(Array(bytes.prefix(bytes.count / 2)))
    return response
  }
}

extension JSONObject {
  /// The same of somebody else, whatever the provider calls the subject.
  fileprivate var ofAnotherSubject: JSONObject {
    var claims = self
    for name in ["sub", "id", "id_str"] {
      if let subject = claims[name]?.string { claims[name] = .string("not-" + subject) }
    }
    if let number = claims["id"]?.int { claims["id"] = .int(number ^ 1) }
    if let data = claims["data"]?.object { claims["data"] = .object(data.ofAnotherSubject) }
    return claims
  }
}

extension Answer {
  /// The same answer, later; no thread waits meanwhile.
  fileprivate func delayed(by delay: Duration, _ alarms: Alarms) -> Answer {
    .made { deliver in alarms.after(delay) { deliver(self) } }
  }
}
