internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// Lets an issuer's endpoint answer as the user wants it to fail.
///
/// Every request to an issuer passes here; where nothing is set, it is handed on at once.
struct FaultDesk {
  let call: IssuerCall

  init(_ call: IssuerCall) { self.call = call }

  func answer(_ body: () -> Answer) -> Answer {
    guard let (issuer, endpoint) = target else { return body() }
    let store = call.services.store
    let faults = store.takeFaults(ofIssuer: issuer) { fault in
      fault.match.endpoint == endpoint && !fault.spoilsTokens && concerns(fault.match)
    }
    let defects = store.settings(ofIssuer: issuer).standingDefects + answerDefects(issuer, endpoint)
    guard !faults.isEmpty || !defects.isEmpty else { return body() }
    for fault in faults {
      call.explanation.add("fault", .chose, "The fault \(fault.id) was set for this endpoint.")
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
    if defects.contains(.userInfoSubject), endpoint == "userinfo" {
      answer = answer.map(\.ofAnotherSubject)
    }
    if effects.contains(where: { $0.malformed == true }) { answer = answer.map(\.halved) }
    let delay = effects.compactMap(\.delayMilliseconds).reduce(0, +)
    return delay > 0 ? answer.delayed(by: .milliseconds(delay)) : answer
  }

  /// The issuer and the endpoint of a request; nil for what is no endpoint of an issuer.
  private var target: (issuer: String, endpoint: String)? {
    guard call.operation.hasPrefix("issuer.") else { return nil }
    let segments = call.request.path.split(separator: "/", maxSplits: 2)
    guard segments.count > 1, segments[0] == "issuers" else { return nil }
    return (String(segments[1]), String(call.operation.dropFirst("issuer.".count)))
  }

  /// Defects of answers that a fault of tokens brings about as well.
  private func answerDefects(_ issuer: String, _ endpoint: String) -> [Defect] {
    let ofAnswers = [Defect.userInfoSubject, .contentType]
    guard endpoint == "userinfo" else { return [] }
    let taken = call.services.store.takeFaults(ofIssuer: issuer) { fault in
      fault.effect.defect.flatMap(Defect.init(rawValue:)).map(ofAnswers.contains) ?? false
        && concerns(fault.match)
    }
    return taken.compactMap { $0.effect.defect.flatMap(Defect.init(rawValue:)) }
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

  private func concerns(_ match: IssuerFault.Match) -> Bool {
    let request = FaultedRequest(call: call)
    if let client = match.clientID, client != request.clientID { return false }
    guard match.sub != nil || match.email != nil else { return true }
    guard let person = request.person else { return false }
    return match.names(person)
  }
}

extension IssuerFault.Match {
  func names(_ person: Person) -> Bool {
    (sub.map { $0 == person.subject } ?? true) && (email.map { $0 == person.email } ?? true)
  }
}

extension IssuerFault {
  /// Whether an ID token of a person for a client is to be spoilt.
  func concernsToken(of person: Person, _ clientID: String) -> Bool {
    spoilsTokens && match.names(person) && (match.clientID.map { $0 == clientID } ?? true)
      && effect.defect != Defect.userInfoSubject.rawValue
      && effect.defect != Defect.contentType.rawValue
  }
}

extension Response {
  fileprivate func typed(_ type: String) -> Response {
    var response = self
    response.headers["Content-Type"] = type
    return response
  }

  fileprivate var ofAnotherSubject: Response {
    guard var claims = bytes.flatMap({ try? JSON(parsing: $0) })?.object,
      let subject = claims["sub"]?.string
    else { return self }
    claims["sub"] = .string("not-" + subject)
    var response = self
    response.body = .bytes(JSON.object(claims).serializedBytes())
    return response
  }

  fileprivate var halved: Response {
    guard let bytes else { return self }
    var response = self
    response.body = .bytes(Array(bytes.prefix(bytes.count / 2)))
    return response
  }
}

extension Answer {
  /// The same answer, later; no thread waits meanwhile.
  fileprivate func delayed(by delay: Duration) -> Answer {
    .later(
      Deferred { completion in
        Task.detached {
          // Nobody cancels it.
          try? await Task.sleep(for: delay)
          switch self {
          case .ready(let response): completion { response }
          case .later(let deferred): deferred.start(completion)
          }
        }
      })
  }
}
