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

  package func respond(to request: Request) -> Answer {
    entry(request)
  }
}

/// A handler of requests; called from several threads concurrently.
package protocol Responder: Sendable {
  /// Responds to a request without blocking: work that waits is an ``Answer/later(_:)``.
  func respond(to request: Request) -> Answer
}

/// A step around a responder: it may change the request or the response, or respond itself.
package protocol Middleware: Sendable {
  /// Responds to a request, usually by calling `next` once, before it returns.
  func handle(_ request: Request, next: (Request) -> Answer) -> Answer
}
