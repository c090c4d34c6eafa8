/// One line of a route table.
package struct Route<Payload: Sendable>: Sendable {
  /// The method; GET also matches HEAD.
  package let method: Method
  package let pattern: PathPattern
  /// The name of the operation, as the log shows it.
  package let name: String
  /// The router's result, for instance a handler.
  package let payload: Payload

  /// Creates a route; a malformed pattern traps.
  package init(_ method: Method, _ pattern: String, name: String, _ payload: Payload) {
    self.init(method, PathPattern(pattern), name: name, payload)
  }

  private init(_ method: Method, _ pattern: PathPattern, name: String, _ payload: Payload) {
    (self.method, self.pattern, self.name, self.payload) = (method, pattern, name, payload)
  }

  /// Returns the same route with another payload.
  package func with<Other>(_ payload: Other) -> Route<Other> {
    Route<Other>(method, pattern, name: name, payload)
  }
}

/// The maximum lengths of a request's body, in bytes.
package struct BodyLimits: Sendable, Hashable {
  /// The longest body.
  package var total: Int
  /// The longest body in memory while it is received; a longer one is in `Request.storedBody`.
  package var inMemory: Int
  /// True for a route that reads a stored body by itself, in pieces. For others it is read into
  /// memory when its turn comes.
  package var isStreamed: Bool

  /// - Parameter inMemory: by default so many that a thousand connections fit into 256 MB.
  package init(
    total: Int = 10 << 20, inMemory: Int = 256 << 10, isStreamed: Bool = false
  ) {
    self.total = total
    self.inMemory = inMemory
    self.isStreamed = isStreamed
  }
}

/// A route as the server mounts it: its body limits and its responder.
package struct Handler: Sendable {
  package let bodyLimits: BodyLimits
  /// The route's description of its requests; nil where the path is sufficient and rejections have
  /// no form.
  package let site: RouteSite?
  package let respond: @Sendable (Request, PathParameters) -> Answer

  package init(
    bodyLimits: BodyLimits = BodyLimits(), site: RouteSite? = nil,
    _ respond: @escaping @Sendable (Request, PathParameters) -> Answer
  ) {
    self.bodyLimits = bodyLimits
    self.site = site
    self.respond = respond
  }
}
