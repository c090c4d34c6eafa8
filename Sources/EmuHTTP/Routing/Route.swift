/// One line of a route table.
package struct Route<Payload: Sendable>: Sendable {
  /// The method; GET stands in for HEAD.
  package let method: Method
  /// The paths.
  package let pattern: PathPattern
  /// The name of the operation, as the log shows it.
  package let name: String
  /// What the router hands back, for instance a handler.
  package let payload: Payload

  /// Makes a line; a malformed pattern traps.
  package init(_ method: Method, _ pattern: String, name: String, _ payload: Payload) {
    self.method = method
    self.pattern = PathPattern(pattern)
    self.name = name
    self.payload = payload
  }
}
