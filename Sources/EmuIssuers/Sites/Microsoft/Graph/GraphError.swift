internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

struct GraphError: AnsweringError {
  var status: Status
  var code: String
  var message: String
  var reason: String?
  /// The request's ids, once known.
  var inner: JSONObject = [:]
  var authorizationURI: String?

  init(_ status: Status, _ code: String, _ message: String, reason: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.reason = reason
  }

  static func invalidToken(_ message: String, reason: String) -> GraphError {
    GraphError(.unauthorized, "InvalidAuthenticationToken", message, reason: reason)
  }

  func traced(_ call: IssuerCall) -> GraphError {
    let trace = MicrosoftTrace(call)
    var error = self
    error.inner = [
      "date": .string(String(call.now.rfc3339.prefix(19))), "request-id": .string(trace.id),
      "client-request-id": .string(trace.correlation),
    ]
    error.authorizationURI = call.baseURL + "/issuers/microsoft.com/common/oauth2/v2.0/authorize"
    return error
  }

  /// `{"error":{"code":"…","message":"…","innerError":{…}}}`
  var response: Response {
    var error: JSONObject = ["code": .string(code), "message": .string(message)]
    if !inner.isEmpty { error["innerError"] = .object(inner) }
    var response = Response.uncached(["error": .object(error)], status: status)
    if status == .unauthorized {
      response.headers["WWW-Authenticate"] =
        "Bearer realm=\"\", authorization_uri=\"\(authorizationURI ?? "")\", "
        + "client_id=\"00000003-0000-0000-c000-000000000000\""
    }
    return response
  }
}
