package import EmuHTTP
package import EmuThread
internal import Synchronization

/// Sends requests of one part of the emulator to another, like a client's: the request log records
/// them, and faults affect them.
///
/// The domains are created before their routes, so it is opened last.
package final class InnerClient: Responder {
  private let responder = Mutex<(any Responder)?>(nil)
  private let workers: Workers

  package init(workers: Workers) { self.workers = workers }

  package func open(_ responder: any Responder) { self.responder.withLock { $0 = responder } }

  /// Releases the parts, which retain this in turn.
  package func close() { responder.withLock { $0 = nil } }

  package func respond(to request: Request) -> Answer {
    guard let responder = responder.withLock({ $0 }) else {
      return .ready(.text("The emulator is stopping.\n", status: .serviceUnavailable))
    }
    return responder.respond(to: request)
  }

  /// Sends a request and continues with its response, on a thread that may sign and read.
  ///
  /// Also with a response that is ready: a scenario of thousands of steps would fill the stack.
  package func send(
    _ request: Request, then next: @escaping @Sendable (Response) -> Answer
  ) -> Answer {
    var request = request
    request.isInner = true
    let answer = respond(to: request)
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
