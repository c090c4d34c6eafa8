/// One line of a route table.
package struct Route<Payload: Sendable>: Sendable {
  /// The method; GET also matches HEAD.
  package let method: Method
  /// The paths.
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
