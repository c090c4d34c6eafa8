/// A route as the server mounts it: how large a body it takes, and what answers.
package struct Handler: Sendable {
  package let bodyLimits: BodyLimits
  /// What it says of its requests; nil where the path says it all and refusals have no form.
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
