/// One line of a route table.
package struct Route<Payload: Sendable>: Sendable {
  package let method: Method
  package let pattern: PathPattern
  /// The name of the operation, as the log shows it.
  package let name: String
  package let payload: Payload

  package init(_ method: Method, _ pattern: String, name: String, _ payload: Payload) {
    self.method = method
    self.pattern = PathPattern(pattern)
    self.name = name
    self.payload = payload
  }
}
