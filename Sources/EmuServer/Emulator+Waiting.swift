package import EmuHTTP
internal import EmuThread

extension Emulator {
  /// Handles a request of this process and waits for it, for a command without other work.
  package func waiting(for request: Request) -> Response {
    switch respond(toOwn: request) {
    case .ready(let response): return response
    case .later(let deferred):
      let answered = Monitor<Deferred.Thunk?>(nil)
      deferred.start { response in answered.update { $0 = response } }
      return answered.wait(until: { $0 != nil }) { $0?() ?? .empty(.internalServerError) }
    }
  }
}
