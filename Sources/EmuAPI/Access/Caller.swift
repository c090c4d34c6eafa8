/// Who calls.
enum Caller: Sendable, Hashable {
  /// An app, known by an API key.
  case client
  /// An administrator: a bearer that grants everything.
  case admin

  var isAdmin: Bool { self == .admin }
}

/// What a route asks of its caller.
enum Access: Sendable {
  /// Nothing: public keys.
  case anyone
  /// An API key, or an administrator's bearer.
  case client
  /// An administrator's bearer.
  case admin
  /// An administrator's bearer; project and tenant in the path alone, and a tenant that is switched
  /// off answers too: what is asked for is settings, not accounts.
  case settings
  /// An administrator's bearer, and the project in the body: the v3 names have no project path.
  case projectAdmin
  /// Nothing: the official emulator's own endpoints.
  case open
}
