/// The requests that a fault affects: those that match every member that is set; all without any.
public struct FaultMatch: Sendable, Hashable {
  /// Such as `accounts:lookup`, at the paths of v1, v2, v3 and of administrators alike; or
  /// `beforeCreate` for the call of a blocking function.
  public var operation: String?
  /// The path of the request.
  public var path: String?
  /// The project.
  public var project: String?
  /// The issuer or provider, such as `google.com`.
  public var providerId: String?
  /// The issuer's endpoint, such as `token`.
  public var endpoint: String?
  /// The OAuth client.
  public var clientId: String?
  /// The person at an issuer.
  public var sub: String?
  /// The user.
  public var uid: String?
  /// The address of the person or user.
  public var email: String?

  /// A match of every request.
  public init() {}

  /// Every request.
  public static let any = FaultMatch()

  /// The requests of an operation, such as `accounts:signInWithIdp`.
  public static func operation(_ name: String, email: String? = nil) -> FaultMatch {
    var match = FaultMatch()
    match.operation = name
    match.email = email
    return match
  }

  /// The requests to an issuer, or to one of its endpoints: `authorize`, `token`, `userinfo`, `keys`.
  public static func issuer(_ providerId: String, endpoint: String? = nil) -> FaultMatch {
    var match = FaultMatch()
    match.providerId = providerId
    match.endpoint = endpoint
    return match
  }

  /// The requests of a project.
  public static func project(_ id: String) -> FaultMatch {
    var match = FaultMatch()
    match.project = id
    return match
  }

  var json: JSONValue {
    .members([
      "operation": .text(operation), "path": .text(path), "project": .text(project),
      "providerId": .text(providerId), "endpoint": .text(endpoint), "clientId": .text(clientId),
      "sub": .text(sub), "localId": .text(uid), "email": .text(email),
    ])
  }
}
