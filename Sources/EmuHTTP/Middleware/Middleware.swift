/// Anything that answers requests; called from several threads at once.
package protocol Responder: Sendable {
  /// Answers a request without blocking: what has to wait is an ``Answer/later(_:)``.
  func respond(to request: Request) -> Answer
}

/// A step around a responder: it may change the request, the answer, or answer itself.
package protocol Middleware: Sendable {
  /// Answers a request, usually by calling `next` once, before it returns.
  func handle(_ request: Request, next: (Request) -> Answer) -> Answer
}
