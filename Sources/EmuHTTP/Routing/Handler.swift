/// A route as the server mounts it: how large a body it takes, and what answers.
package struct Handler: Sendable {
  /// The largest body, in bytes.
  package let bodyLimit: Int
  /// The largest body that is held in memory, in bytes; a longer one comes as `Request.storedBody`.
  package let memoryLimit: Int
  /// What it says of its requests; nil where the path says it all and refusals have no form.
  package let site: RouteSite?
  package let respond: @Sendable (Request, PathParameters) -> Answer

  package init(
    bodyLimit: Int = 10 << 20, memoryLimit: Int = .max, site: RouteSite? = nil,
    _ respond: @escaping @Sendable (Request, PathParameters) -> Answer
  ) {
    self.bodyLimit = bodyLimit
    self.memoryLimit = memoryLimit
    self.site = site
    self.respond = respond
  }
}
