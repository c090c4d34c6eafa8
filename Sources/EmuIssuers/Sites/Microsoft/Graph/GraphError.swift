internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

struct GraphError: AnsweringError {
  var status: Status
  var code: String
  var message: String
  var reason: String?
  /// The refused request, once known.
  var call: IssuerCall?

  init(_ status: Status, _ code: String, _ message: String, reason: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.reason = reason
  }

  static func invalidToken(_ message: String, reason: String) -> GraphError {
    GraphError(.unauthorized, "InvalidAuthenticationToken", message, reason: reason)
  }

  /// `{"error":{"code":"…","message":"…","innerError":{…}}}`
  var response: Response {
    var error: JSONObject = ["code": .string(code), "message": .string(message)]
    if let call {
      let trace = MicrosoftTrace(call)
      error["innerError"] = [
        "date": .string(String(call.now.rfc3339.prefix(19))), "request-id": .string(trace.id),
        "client-request-id": .string(trace.correlation),
      ]
    }
    var response = Response.uncached(["error": .object(error)], status: status)
    if status == .unauthorized {
      let page = call.map { $0.baseURL + "/issuers/microsoft.com/common/oauth2/v2.0/authorize" }
      response.headers["WWW-Authenticate"] =
        "Bearer realm=\"\", authorization_uri=\"\(page ?? "")\", "
        + "client_id=\"00000003-0000-0000-c000-000000000000\""
    }
    return response
  }
}
