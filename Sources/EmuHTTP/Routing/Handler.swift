/// A route as the server mounts it: how large a body it takes, and what answers.
package struct Handler: Sendable {
  /// The largest body, in bytes.
  package let bodyLimit: Int
  package let respond: @Sendable (Request, PathParameters) -> Answer

  package init(
    bodyLimit: Int = 10 << 20, _ respond: @escaping @Sendable (Request, PathParameters) -> Answer
  ) {
    self.bodyLimit = bodyLimit
    self.respond = respond
  }
}
