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
