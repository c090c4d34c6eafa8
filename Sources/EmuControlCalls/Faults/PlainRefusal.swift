package import EmuHTTP

extension Route where Payload == Handler {
  package func refusal(
    _ refusal: RouteRefusal, _ request: Request, _ parameters: PathParameters
  ) -> Response {
    payload.site?.refuse(refusal, request, parameters)
      ?? PlainRefusal(refusal).response(to: request)
  }
}

/// A refusal for a route without a form: the control API's, or a page for a browser.
package struct PlainRefusal {
  private let error: ControlError

  package init(_ refusal: RouteRefusal) {
    switch refusal {
    case .error(let status, let message, _):
      error = ControlError(
        ControlError.Code(status: status, name: Self.canonicalNames[status] ?? "UNKNOWN"), message)
    case .rateLimit:
      error = ControlError(
        ControlError.Code(status: .tooManyRequests, name: "RESOURCE_EXHAUSTED"),
        "Too many requests.")
    case .unavailable(let reason): error = ControlError(.unavailable, reason)
    }
  }

  /// Returns a page if the client accepts HTML, otherwise JSON.
  package func response(to request: Request) -> Response {
    guard request.headers["Accept"]?.contains("text/html") == true else { return error.response }
    let status = error.code.status
    return Page("\(status.rawValue) \(status.reason)").response(
      "<p role=\"alert\">\(error.message)</p>", status: status)
  }

  /// Returns Google's name of a status, as in `google.rpc.Code`; nil for a status without one.
  package static func canonicalName(of status: Status) -> String? { canonicalNames[status] }

  private static let canonicalNames: [Status: String] = [
    .badRequest: "INVALID_ARGUMENT", .unauthorized: "UNAUTHENTICATED",
    .forbidden: "PERMISSION_DENIED", .notFound: "NOT_FOUND", .conflict: "ABORTED",
    .tooManyRequests: "RESOURCE_EXHAUSTED", .internalServerError: "INTERNAL",
    .notImplemented: "UNIMPLEMENTED", .serviceUnavailable: "UNAVAILABLE",
    .gatewayTimeout: "DEADLINE_EXCEEDED",
  ]
}
