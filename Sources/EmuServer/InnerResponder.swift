internal import EmuHTTP
internal import Synchronization

/// Handles the requests that one part of the emulator sends to another.
///
/// The domains are created before their routes, so it is opened last.
final class InnerResponder: Responder {
  private let responder = Mutex<(any Responder)?>(nil)

  func open(_ responder: any Responder) { self.responder.withLock { $0 = responder } }

  /// Releases the parts, which retain this in turn.
  func close() { responder.withLock { $0 = nil } }

  func respond(to request: Request) -> Answer {
    guard let responder = responder.withLock({ $0 }) else {
      return .ready(.text("The emulator is stopping.\n", status: .serviceUnavailable))
    }
    return responder.respond(to: request)
  }
}
