/// A responder inside its middleware.
package struct Pipeline: Responder {
  private let entry: @Sendable (Request) -> Answer

  /// Composes once.
  ///
  /// - Parameter middleware: outermost first, the order in which they handle a request.
  package init(_ middleware: [any Middleware], around responder: any Responder) {
    var entry: @Sendable (Request) -> Answer = { responder.respond(to: $0) }
    for step in middleware.reversed() {
      let inner = entry
      entry = { step.handle($0, next: inner) }
    }
    self.entry = entry
  }

  /// Sends the request through the middleware to the responder.
  package func respond(to request: Request) -> Answer {
    entry(request)
  }
}
