package import EmuModel

/// A route's description for middleware, which does not know the route.
package struct RouteSite: Sendable {
  /// The common name of an issuer's endpoint, such as `token`; nil for other endpoints.
  package var endpoint: String?
  /// Returns the values of a request; called only when something is compared with it.
  package var values: @Sendable (Request, PathParameters) -> Values
  /// Creates a rejection in the form that clients of the route parse.
  package var refuse: @Sendable (RouteRefusal, Request, PathParameters) -> Response

  package init(
    endpoint: String? = nil,
    values: @escaping @Sendable (Request, PathParameters) -> Values,
    refuse: @escaping @Sendable (RouteRefusal, Request, PathParameters) -> Response
  ) {
    self.endpoint = endpoint
    self.values = values
    self.refuse = refuse
  }
}

extension RouteSite {
  /// Returns the values of a request for a field of a fault, by its own contents, before any check.
  ///
  /// Each is computed when it is read: one may need a body parsed or a token looked up.
  package typealias Values = @Sendable (FaultField) -> [String]

  /// Returns the values that the path alone has.
  package static func values(of parameters: PathParameters) -> Values {
    { field in
      switch field {
      case .project: parameters["project"].map { [$0] } ?? []
      case .provider: parameters["issuer"].map { [$0] } ?? []
      default: []
      }
    }
  }
}

/// A rejection before it has the form of a route.
package enum RouteRefusal: Sendable {
  /// With Google's `message` or OAuth's `error`, and OAuth's `error_description`.
  case error(Status, String, description: String?)
  /// Too many requests; each form has its own message.
  case rateLimit
  /// The request cannot be answered now, with the reason as a sentence.
  case unavailable(String)
}
