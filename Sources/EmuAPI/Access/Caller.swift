enum Caller: Sendable, Hashable {
  /// An app, identified by an API key.
  case client
  /// An administrator, identified by a bearer token that grants every right.
  case admin

  var isAdmin: Bool { self == .admin }
}

/// The credentials that a route requires of its caller.
enum Access: Sendable {
  /// No credentials: public keys.
  case anyone
  /// An API key or an administrator's bearer.
  case client
  /// An administrator's bearer.
  case admin
  /// An administrator's bearer, with project and tenant in the path alone. A disabled tenant is
  /// accepted: these routes read configuration, not accounts.
  case configuration
  /// An administrator's bearer, with the project in the body: v3 names have no project path.
  case projectAdmin
  /// No credentials: the official emulator's own endpoints.
  case open
}
