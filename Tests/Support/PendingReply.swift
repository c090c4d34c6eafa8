package import EmuHTTP
internal import EmuServer
internal import EmuThread

package final class PendingReply: Sendable {
  private let thunk = Monitor<Deferred.Thunk?>(nil)

  /// Starts the request as the server does; a responder that waits for something would not return.
  package convenience init(_ emulator: TestEmulator, _ request: Request) {
    self.init(emulator.emulator.respond(to: request))
  }

  package init(_ answer: Answer) {
    switch answer {
    case .ready(let response): thunk.update { $0 = { response } }
    case .later(let deferred): deferred.start { [thunk] made in thunk.update { $0 = made } }
    }
  }

  package var hasArrived: Bool { thunk.withLock { $0 != nil } }

  /// Waits for the response without writing it.
  package func waitUntilArrived() { thunk.wait(until: { $0 != nil }, then: { _ in }) }

  /// Returns the response, written on the caller's thread.
  package func response() -> Response {
    guard let made = thunk.wait(until: { $0 != nil }, then: { $0 }) else {
      preconditionFailure("the wait ended without an answer")
    }
    return made()
  }

  package func reply() -> Reply { Reply(response()) }
}
