/// A route as the server mounts it: how large a body it takes, and what answers.
package struct Handler: Sendable {
  /// The largest body, in bytes.
  package let bodyLimit: Int
  /// The largest body that is held in memory, in bytes; a longer one comes as `Request.storedBody`.
  package let memoryLimit: Int
  package let respond: @Sendable (Request, PathParameters) -> Answer

  package init(
    bodyLimit: Int = 10 << 20, memoryLimit: Int = .max,
    _ respond: @escaping @Sendable (Request, PathParameters) -> Answer
  ) {
    self.bodyLimit = bodyLimit
    self.memoryLimit = memoryLimit
    self.respond = respond
  }
}
