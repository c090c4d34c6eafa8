internal import EmuAPI
internal import EmuControlCalls
internal import EmuHTTP
internal import EmuHTTPServer
internal import EmuIssuers
internal import EmuModel

/// Every route of every domain in one router, which alone decides between 404 and 405.
struct MountedRoutes: Responder {
  private let router: Router<Handler>
  private let paths: [PathPattern]
  private let faults: FaultStep
  private let bodies: BodyTurns
  private let rules: ProfileRules
  /// The length in bytes up to which every route accepts a body in memory.
  let shortBody: Int

  /// - Parameters:
  ///   - faults: the step that each request to a route passes first.
  ///   - bodies: the turns of requests with long bodies, before that step.
  ///   - rules: the form of the response where Google's API serves nothing.
  init(_ routes: [Route<Handler>], faults: FaultStep, bodies: BodyTurns, rules: ProfileRules) {
    self.rules = rules
    self.faults = faults
    self.bodies = bodies
    router = Router(routes)
    paths = routes.map(\.pattern)
    shortBody =
      (routes.map(\.payload.bodyLimits) + [BodyLimits()]).map { min($0.total, $0.inMemory) }.min()
      ?? 0
  }

  func respond(to request: Request) -> Answer {
    switch router.match(request.method, request.path) {
    case .found(let route, let parameters):
      guard let body = request.storedBody, !route.payload.bodyLimits.isStreamed else {
        return faults.answer(request, at: route, parameters)
      }
      return bodies.answer(request, body) { [faults] request in
        faults.answer(request, at: route, parameters)
      } refuse: { reason in
        route.refusal(.unavailable(reason), request, parameters)
      }
    case .methodNotAllowed(let allowed):
      // To the router `ready:restor` is the name of a snapshot, which may be deleted.
      let near = NearestPaths.ofAction(in: request.path, among: paths)
      guard near.isEmpty else {
        return .ready(response(to: request, .unknownPath(request.path, near: near)))
      }
      let methods = allowed.map(\.rawValue)
      var response = self.response(
        to: request, .methodNotAllowed(request.method.rawValue, allowed: methods))
      if response.status.rawValue == 405 {
        response.headers.add("Allow", methods.joined(separator: ", "))
      }
      return .ready(response)
    case .notFound:
      return .ready(
        response(
          to: request,
          .unknownPath(request.path, near: NearestPaths.of(request.path, among: paths))))
    }
  }

  /// Returns the maximum length of a request's body; the usual one where there is no such path.
  func bodyLimits(_ method: Method, _ path: String) -> BodyLimits {
    guard case .found(let route, _) = router.match(method, path) else { return BodyLimits() }
    return route.payload.bodyLimits
  }

  /// Returns the response to a request that the server rejected before any route.
  func refuse(_ refusal: Refusal, _ request: Request) -> Response {
    let error: APIError =
      switch refusal {
      case .bodyTooLarge: .bodyTooLarge(limit: bodyLimits(request.method, request.path).total)
      case .bodyNotKept(let reason): .unavailable(reason)
      case .targetTooLong, .malformed: .unreadable(refusal.sentence, httpStatus: refusal.status)
      }
    return response(to: request, error)
  }

  /// In the form of the API that the path belongs to.
  private func response(to request: Request, _ error: APIError) -> Response {
    var response =
      if TransportRefusal.concerns(request.path) {
        TransportRefusal.response(
          error.message, at: request.path, status: Status(rawValue: error.httpStatus))
      } else if rules.answersUnknownPathsInText, [404, 405].contains(error.httpStatus),
        !request.isOfEmulator, !request.path.hasPrefix("/emulator/")
      {
        Response.text(error.message + "\n", status: .notFound)
      } else {
        error.response
      }
    response.annotations = Annotations(refusal: error.message)
    return response
  }
}
