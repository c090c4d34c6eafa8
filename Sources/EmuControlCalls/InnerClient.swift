package import EmuHTTP
package import EmuThread

/// Sends the requests of one part of the emulator to another, as if a client had sent them: they stand in
/// the request log and meet faults.
package struct InnerClient: Sendable {
  private let respond: @Sendable (Request) -> Answer
  private let workers: Workers

  package init(workers: Workers, _ respond: @escaping @Sendable (Request) -> Answer) {
    self.workers = workers
    self.respond = respond
  }

  /// Sends a request and goes on with its answer, on a thread that may sign and read.
  package func send(
    _ request: Request, then next: @escaping @Sendable (Response) -> Answer
  ) -> Answer {
    var request = request
    request.isInner = true
    switch respond(request) {
    case .ready(let response): return next(response)
    case .later(let deferred):
      return .made { [workers] deliver in
        deferred.start { response in
          workers.resumptions.submit {
            deliver(next(response()))
          } refused: { refusal in
            deliver(.ready(ControlError(.unavailable, refusal.message).explainedResponse))
          }
        }
      }
    }
  }
}
