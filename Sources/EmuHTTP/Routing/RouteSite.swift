/// A route's description for middleware, which does not know the route.
package struct RouteSite: Sendable {
  /// The common name of an issuer's endpoint, such as `token`; nil for other endpoints.
  package var endpoint: String?
  /// The subject of a request; called only when something is compared with it.
  package var subject: @Sendable (Request, PathParameters) -> any RequestSubject
  /// Creates a rejection in the form that clients of the route parse.
  package var refuse: @Sendable (RouteRefusal, Request, PathParameters) -> Response

  package init(
    endpoint: String? = nil,
    subject: @escaping @Sendable (Request, PathParameters) -> any RequestSubject,
    refuse: @escaping @Sendable (RouteRefusal, Request, PathParameters) -> Response
  ) {
    self.endpoint = endpoint
    self.subject = subject
    self.refuse = refuse
  }
}

/// The subject of a request by its own contents, before any check.
///
/// Each member is computed when it is read: one may need a body parsed or a token looked up.
package protocol RequestSubject: Sendable {
  var project: String? { get }
  var provider: String? { get }
  var clientID: String? { get }
  /// The subject of an issuer's account.
  var accountSubject: String? { get }
  /// The ids of the backend's users.
  var localIDs: [String] { get }
  /// The addresses of users and accounts, as they are stored.
  var emails: [String] { get }
}

/// The subject by the path alone.
package struct PathSubject: RequestSubject {
  private let parameters: PathParameters

  package init(_ parameters: PathParameters) { self.parameters = parameters }

  package var project: String? { parameters["project"] }
  package var provider: String? { parameters["issuer"] }
  package var clientID: String? { nil }
  package var accountSubject: String? { nil }
  package var localIDs: [String] { [] }
  package var emails: [String] { [] }
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
