internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The change of a response by a fault's effect.
struct FaultAnswer {
  let effect: Fault.Effect

  /// Returns the response that replaces the route's.
  func response(
    at route: Route<Handler>, _ request: Request, _ parameters: PathParameters
  ) -> Response {
    if effect.drop == true { return .dropped }
    if let refusal {
      var response = route.refusal(refusal, request, parameters)
      if let limit = effect.rateLimit {
        response.headers["Retry-After"] = String(limit.wait)
      }
      return response
    }
    let status = effect.status.map(Status.init(rawValue:)) ?? .ok
    var response = Response.empty(status)
    if let body = effect.body?.string { response = .json(Array(body.utf8), status: status) }
    // Every 503 of an issuer has this header.
    let isOfIssuer = route.payload.site?.endpoint != nil
    if isOfIssuer, status == .serviceUnavailable { response.headers["Retry-After"] = "1" }
    return response
  }

  private var refusal: RouteRefusal? {
    if effect.rateLimit != nil { return .rateLimit }
    return effect.error.map { error in
      .error(Status(rawValue: error.status), error.message, description: error.description)
    }
  }

  func corrupt(_ response: inout Response) {
    if let type = effect.contentType { response.headers["Content-Type"] = type }
    if effect.malformed == true { response = response.halved(isConnectionCut: false) }
    if effect.truncated == true { response = response.halved(isConnectionCut: true) }
  }

  /// The effect as a sentence, for the request log.
  var sentence: String {
    var parts: [String] = []
    if effect.drop == true { parts.append("the connection is closed without an answer") }
    if let error = effect.error { parts.append("the answer is \(error.status) \(error.message)") }
    if let limit = effect.rateLimit {
      parts.append("the answer is 429 with Retry-After \(limit.wait)")
    }
    if effect.status != nil || effect.body != nil {
      parts.append("the answer is \(effect.status ?? 200)")
    }
    if let type = effect.contentType { parts.append("the answer has the type \(type)") }
    if effect.malformed == true { parts.append("half of the body is sent as a whole answer") }
    if effect.truncated == true { parts.append("the connection is closed after half of the body") }
    if let delay = effect.delayMilliseconds { parts.append("the answer comes \(delay) ms later") }
    return parts.joined(separator: ", ")
  }
}
