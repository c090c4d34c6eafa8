internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound
internal import EmuStore

// A fault replaces the response of a blocking function, whether the project has one or not. Its
// operation is the event: `{"match": {"operation": "beforeSignIn"}, …}`.

extension Fault {
  /// The response in the function's form.
  var functionAnswer: CallOut.Answer {
    if effect.drop == true {
      return .failure(OutboundError(.cannotConnect, "The connection was closed."))
    }
    if effect.rateLimit != nil {
      return .success(Self.refusal(.tooManyRequests, "Quota exceeded"))
    }
    if let error = effect.error {
      return .success(Self.refusal(Status(rawValue: error.status), error.message))
    }
    return .success(
      OutboundResponse(
        status: effect.status.map(Status.init(rawValue:)) ?? .ok,
        body: Array((effect.body?.string ?? "{}").utf8)))
  }

  /// Returns the response of a function that throws an `HttpsError`.
  private static func refusal(_ status: Status, _ message: String) -> OutboundResponse {
    let name = status.canonicalName ?? "UNKNOWN"
    let body: JSON = ["error": ["message": .string(message), "status": .string(name)]]
    return OutboundResponse(status: status, body: body.serializedBytes())
  }
}

extension OperationContext {
  /// Returns the configured fault for the function of an event; it counts once in a request.
  func fault(for event: BlockingEvent, _ request: BlockingRequest) -> Fault? {
    let claims = request.claims
    return runs.appliedFaults.faults(at: "\(event.rawValue) \(request.subject)") {
      services.store.takeFaults(at: now) { field in
        let values: [JSON?] =
          switch field {
          case .operation: [.string(event.rawValue)]
          case .project: [.string(project.id)]
          case .provider: [claims["sign_in_method"]]
          case .localID: [claims["sub"]]
          case .email: [claims["email"], claims["user_record"]?["email"]]
          case .clientID, .sub, .endpoint: []
          }
        return values.compactMap { $0?.string }
      } where: { fault in
        fault.effect.replacesAnswer && fault.match.path == nil
          && fault.match.operation.map { NamePattern($0).matches(event.rawValue) } ?? false
      }
    }.first
  }
}
