/// A request on its way to the client's thread, with the one who waits for its answer.
struct Submission: Sendable {
  typealias Completion = @Sendable (Result<OutboundResponse, OutboundError>) -> Void

  let request: OutboundRequest
  let completion: Completion

  /// Answers that there will be no answer.
  func cancel() {
    completion(.failure(.cancelled(Target.host(of: request.url))))
  }
}
