internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// `issuers/{id}/faults`: what an issuer shall do wrong, for whom, and how often.
enum FaultCalls {
  static func list(_ call: IssuerCall) throws -> Answer {
    let faults = call.services.store.faults(ofIssuer: try call.issuer().id)
    return .ready(.json(JSON.object(["faults": .array(faults.map(\.json))]).serializedBytes()))
  }

  static func create(_ call: IssuerCall) throws -> Answer {
    let issuer = try call.issuer()
    let fault = try call.input(FaultInput.self)
      .fault(id: call.services.ids.lowercaseLetters(12), at: issuer)
    return call.write { [store = call.services.store] writer in
      try writer.insert(fault, ofIssuer: issuer.id, in: store)
    } then: { _ in
      .json(JSON.object(["id": .string(fault.id)]).serializedBytes())
    }
  }

  /// One by its id, or all of the issuer.
  static func delete(_ call: IssuerCall) throws -> Answer {
    let issuer = try call.issuer()
    let fault = call.parameters["fault"]
    return call.write { [store = call.services.store] writer in
      let wasThere = try writer.deleteFaults(fault, ofIssuer: issuer.id, in: store)
      guard wasThere || fault == nil else {
        throw ControlError(
          .notFound,
          "\(issuer.id) has no fault \(fault?.prefix(64) ?? ""); it may have happened as often as it "
            + "was to. GET /emulator/v1/issuers/\(issuer.id)/faults lists those that are left.")
      }
    } then: { _ in
      .json(Array("{}".utf8))
    }
  }
}

/// The body of `POST issuers/{id}/faults`.
struct FaultInput: Decodable, Sendable {
  var match: MatchInput?
  var effect: EffectInput
  /// How often it happens; for ever without.
  var times: Int64?

  struct MatchInput: Decodable, Sendable {
    var endpoint: String?
    var clientId: String?
    var sub: String?
    var email: String?
  }

  struct EffectInput: Decodable, Sendable {
    var defect: String?
    var timeOffsetSeconds: Int64?
    var error: FailureInput?
    var status: Int64?
    /// A text, or JSON to be sent as it is.
    var body: JSON?
    var contentType: String?
    var delayMilliseconds: Int64?
    var malformed: Bool?
  }

  struct FailureInput: Decodable, Sendable {
    var code: Int64?
    var message: String
    var description: String?
  }

  private static let longestDelay: Int64 = 120_000

  func fault(id: String, at issuer: any FakeIssuer) throws(ControlError) -> IssuerFault {
    var match = IssuerFault.Match()
    match.endpoint = self.match?.endpoint
    match.clientID = self.match?.clientId
    match.sub = self.match?.sub
    match.email = self.match?.email.map(EmailAddress.canonical)
    var fault = IssuerFault(id: id, match: match, effect: try checkedEffect())
    if let times {
      guard (1...1_000_000).contains(times) else {
        throw Self.invalid("times must be 1 to 1000000; leave it out for ever.")
      }
      fault.remaining = Int(times)
    }
    guard fault.effect != IssuerFault.Effect() else {
      throw Self.invalid(
        "effect must say what happens: defect, timeOffsetSeconds, error, status, body, contentType, "
          + "delayMilliseconds or malformed.")
    }
    if fault.spoilsTokens, fault.answersOtherwise {
      throw Self.invalid(
        "defect and timeOffsetSeconds are of tokens, the other effects of answers; make two faults."
      )
    }
    let endpoints = issuer.endpoints.map(\.rawValue)
    if let endpoint = match.endpoint {
      guard endpoints.contains(endpoint) else {
        throw Self.invalid(
          "match.endpoint may be \(endpoints.joined(separator: ", ")) at \(issuer.id), not "
            + "\(endpoint.prefix(64)).")
      }
      guard !fault.spoilsTokens else {
        throw Self.invalid(
          "A defect follows the token wherever it is made; leave match.endpoint out.")
      }
    } else if !fault.spoilsTokens {
      throw Self.invalid("match.endpoint must say where: \(endpoints.joined(separator: ", ")).")
    } else if !issuer.makesIDTokens, fault.defect?.isOfAnswers != true {
      throw Self.invalid(
        "\(issuer.id) makes no ID tokens that could be wrong; let its answers fail, with "
          + "match.endpoint and an effect such as {\"status\": 503}.")
    }
    return fault
  }

  private func checkedEffect() throws(ControlError) -> IssuerFault.Effect {
    var effect = IssuerFault.Effect()
    if let defect = self.effect.defect, Defect(rawValue: defect) == nil {
      throw Self.invalid(
        "effect.defect \(defect.prefix(64)) is unknown. The defects are \(Defect.names).")
    }
    effect.defect = self.effect.defect
    do throws(DocumentError) {
      effect.timeOffsetSeconds = try IssuerSettingsDocument.checkedOffset(
        self.effect.timeOffsetSeconds)
    } catch {
      throw ControlError(error)
    }
    if let error = self.effect.error {
      effect.error = IssuerFault.Failure(
        code: try status(error.code ?? 400), message: error.message,
        description: error.description)
    }
    effect.status = try self.effect.status.map { code throws(ControlError) in try status(code) }
    effect.body = self.effect.body.map { $0.string ?? $0.serialized() }
    effect.contentType = self.effect.contentType
    if let type = effect.contentType, !type.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }) {
      throw Self.invalid("effect.contentType must be ASCII without control characters.")
    }
    if let delay = self.effect.delayMilliseconds {
      guard (1...Self.longestDelay).contains(delay) else {
        throw Self.invalid("effect.delayMilliseconds must be 1 to \(Self.longestDelay).")
      }
      effect.delayMilliseconds = delay
    }
    effect.malformed = self.effect.malformed
    return effect
  }

  private func status(_ code: Int64) throws(ControlError) -> Int {
    guard (200...599).contains(code) else {
      throw Self.invalid("effect.status must be an HTTP status from 200 to 599.")
    }
    return Int(code)
  }

  private static func invalid(_ message: String) -> ControlError {
    ControlError(.invalidArgument, message)
  }
}

extension IssuerFault {
  fileprivate var answersOtherwise: Bool {
    var answer = effect
    answer.defect = nil
    answer.timeOffsetSeconds = nil
    return answer != Effect()
  }

  /// The fault as it was set, with its id and what remains of it.
  var json: JSON {
    var match = JSONObject()
    match.setText("endpoint", self.match.endpoint)
    match.setText("clientId", self.match.clientID)
    match.setText("sub", self.match.sub)
    match.setText("email", self.match.email)
    var effect = JSONObject()
    effect.setText("defect", self.effect.defect)
    effect["timeOffsetSeconds"] = self.effect.timeOffsetSeconds.map(JSON.int)
    if let error = self.effect.error {
      var failure: JSONObject = [
        "code": .int(Int64(error.code)), "message": .string(error.message),
      ]
      failure.setText("description", error.description)
      effect["error"] = .object(failure)
    }
    effect["status"] = self.effect.status.map { .int(Int64($0)) }
    effect.setText("body", self.effect.body)
    effect.setText("contentType", self.effect.contentType)
    effect["delayMilliseconds"] = self.effect.delayMilliseconds.map(JSON.int)
    effect["malformed"] = self.effect.malformed.map(JSON.bool)
    var object: JSONObject = [
      "id": .string(id), "match": .object(match), "effect": .object(effect),
    ]
    object["remaining"] = remaining.map { .int(Int64($0)) }
    return .object(object)
  }
}
