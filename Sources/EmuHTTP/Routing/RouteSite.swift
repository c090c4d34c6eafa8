/// What a step in front of all routes may ask one of them, without knowing whose it is.
package struct RouteSite: Sendable {
  /// The name that all issuers have for this endpoint, such as `token`; nil where it is none of
  /// theirs.
  package var endpoint: String?
  /// Whom and what a request is about; asked only when something is compared with it.
  package var subject: @Sendable (Request, PathParameters) -> any RequestSubject
  /// A refusal in the form that clients of the route understand.
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

/// Whom and what a request is about, as far as it says so itself, before anything of it is checked.
///
/// Each member is worked out when it is read: one may need a body parsed or a token looked up.
package protocol RequestSubject: Sendable {
  var project: String? { get }
  var provider: String? { get }
  /// The OAuth client.
  var clientID: String? { get }
  /// The subject of an issuer's account.
  var accountSubject: String? { get }
  /// The ids of the backend's users.
  var localIDs: [String] { get }
  /// The addresses of users and accounts, as they are stored.
  var emails: [String] { get }
}

/// What a path alone says.
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

/// A refusal before it has the form of a route.
package enum RouteRefusal: Sendable {
  /// With Google's `message` or OAuth's `error`, and OAuth's `error_description`.
  case error(Status, String, description: String?)
  /// Too many requests; each form has its own words.
  case rateLimit
}
