package import EmuHTTP

extension Route where Payload == Handler {
  package func refusal(
    _ refusal: RouteRefusal, _ request: Request, _ parameters: PathParameters
  ) -> Response {
    payload.site?.refuse(refusal, request, parameters) ?? refusal.plainResponse(to: request)
  }
}

extension RouteRefusal {
  /// Returns the refusal of a route without a form: a page if the client accepts HTML, otherwise the
  /// control API's JSON.
  package func plainResponse(to request: Request) -> Response {
    let error =
      switch self {
      case .error(let status, let message, _):
        ControlError(
          ControlError.Code(status: status, name: status.canonicalName ?? "UNKNOWN"), message)
      case .rateLimit:
        ControlError(
          ControlError.Code(status: .tooManyRequests, name: "RESOURCE_EXHAUSTED"),
          "Too many requests.")
      case .unavailable(let reason): ControlError(.unavailable, reason)
      }
    guard request.headers["Accept"]?.contains("text/html") == true else { return error.response }
    let status = error.code.status
    return Page("\(status.rawValue) \(status.reason)").response(
      "<p role=\"alert\">\(error.message)</p>", status: status)
  }
}

extension Status {
  /// Google's name, as in `google.rpc.Code`; nil for a status without one.
  package var canonicalName: String? { Self.canonicalNames[self] }

  private static let canonicalNames: [Status: String] = [
    .badRequest: "INVALID_ARGUMENT", .unauthorized: "UNAUTHENTICATED",
    .forbidden: "PERMISSION_DENIED", .notFound: "NOT_FOUND", .conflict: "ABORTED",
    .tooManyRequests: "RESOURCE_EXHAUSTED", .internalServerError: "INTERNAL",
    .notImplemented: "UNIMPLEMENTED", .serviceUnavailable: "UNAVAILABLE",
    .gatewayTimeout: "DEADLINE_EXCEEDED",
  ]
}
