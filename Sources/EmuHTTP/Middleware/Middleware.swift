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
