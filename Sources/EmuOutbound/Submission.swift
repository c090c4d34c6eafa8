/// A request on its way to the client's thread, with its completion.
struct Submission: Sendable {
  typealias Completion = @Sendable (Result<OutboundResponse, OutboundError>) -> Void

  let request: OutboundRequest
  let completion: Completion

  /// Completes the request with `cancelled`.
  func cancel() {
    completion(.failure(.cancelled(Target.host(of: request.url))))
  }
}
