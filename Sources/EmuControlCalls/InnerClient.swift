package import EmuHTTP
package import EmuThread

/// Sends requests of one part of the emulator to another, like a client's: the request log records
/// them, and faults affect them.
package struct InnerClient: Sendable {
  private let respond: @Sendable (Request) -> Answer
  private let workers: Workers

  package init(workers: Workers, _ respond: @escaping @Sendable (Request) -> Answer) {
    self.workers = workers
    self.respond = respond
  }

  /// Sends a request and continues with its response, on a thread that may sign and read.
  ///
  /// Also with a response that is ready: a scenario of thousands of steps would fill the stack.
  package func send(
    _ request: Request, then next: @escaping @Sendable (Response) -> Answer
  ) -> Answer {
    var request = request
    request.isInner = true
    let answer = respond(request)
    return .made { [workers] deliver in
      @Sendable func resume(_ response: @escaping @Sendable () -> Response) {
        workers.resumptions.submit {
          deliver(next(response()))
        } refused: { refusal in
          deliver(.ready(ControlError(.unavailable, refusal.message).explainedResponse))
        }
      }
      switch answer {
      case .ready(let response): resume { response }
      case .later(let deferred): deferred.start(resume)
      }
    }
  }
}
