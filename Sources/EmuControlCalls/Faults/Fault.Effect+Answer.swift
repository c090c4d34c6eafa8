internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The change of a response by a fault.
extension Fault.Effect {
  /// Returns the response that replaces the route's.
  func response(
    at route: Route<Handler>, _ request: Request, _ parameters: PathParameters
  ) -> Response {
    if drop == true { return .dropped }
    if let refusal {
      var response = route.refusal(refusal, request, parameters)
      if let limit = rateLimit {
        response.headers["Retry-After"] = String(limit.wait)
      }
      return response
    }
    let status = self.status.map(Status.init(rawValue:)) ?? .ok
    var response = Response.empty(status)
    if let body = self.body?.string { response = .json(Array(body.utf8), status: status) }
    // Every 503 of an issuer has this header.
    let isOfIssuer = route.payload.site?.endpoint != nil
    if isOfIssuer, status == .serviceUnavailable { response.headers["Retry-After"] = "1" }
    return response
  }

  private var refusal: RouteRefusal? {
    if rateLimit != nil { return .rateLimit }
    return error.map { error in
      .error(Status(rawValue: error.status), error.message, description: error.description)
    }
  }

  func corrupt(_ response: inout Response) {
    if let type = contentType { response.headers["Content-Type"] = type }
    if malformed == true { response = response.halved(isConnectionCut: false) }
    if truncated == true { response = response.halved(isConnectionCut: true) }
  }

  /// The effect as a sentence, for the request log.
  var sentence: String {
    var parts: [String] = []
    if drop == true { parts.append("the connection is closed without an answer") }
    if let error { parts.append("the answer is \(error.status) \(error.message)") }
    if let limit = rateLimit {
      parts.append("the answer is 429 with Retry-After \(limit.wait)")
    }
    if status != nil || body != nil {
      parts.append("the answer is \(status ?? 200)")
    }
    if let type = contentType { parts.append("the answer has the type \(type)") }
    if malformed == true { parts.append("half of the body is sent as a whole answer") }
    if truncated == true { parts.append("the connection is closed after half of the body") }
    if let delay = delayMilliseconds { parts.append("the answer comes \(delay) ms later") }
    return parts.joined(separator: ", ")
  }
}
