internal import EmuAPI
internal import EmuHTTP

/// Every route of every domain behind one front, which alone decides between 404 and 405.
struct MountedRoutes: Responder {
  private let router: Router<Handler>

  init(_ routes: [Route<Handler>]) { router = Router(routes) }

  func respond(to request: Request) -> Answer {
    switch router.match(request.method, request.path) {
    case .found(let route, let parameters):
      return route.payload.respond(request, parameters)
    case .methodNotAllowed(let allowed):
      let methods = allowed.map(\.rawValue)
      var response = APIError.methodNotAllowed(request.method.rawValue, allowed: methods).response
      response.headers.add("Allow", methods.joined(separator: ", "))
      return .ready(response)
    case .notFound:
      return .ready(APIError.unknownPath(request.path).response)
    }
  }

  /// The largest body that a path takes, in bytes.
  func bodyLimit(_ method: Method, _ path: String) -> Int {
    guard case .found(let route, _) = router.match(method, path) else { return Self.usualLimit }
    return route.payload.bodyLimit
  }

  func tooLarge(_ request: Request) -> Response {
    APIError.bodyTooLarge(limit: bodyLimit(request.method, request.path)).response
  }

  private static let usualLimit = 10 << 20
}
