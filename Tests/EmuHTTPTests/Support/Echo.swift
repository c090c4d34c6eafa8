import EmuHTTP

struct Echo: Responder {
  func respond(to request: Request) -> Answer { .ready(.text(request.path)) }
}

struct Showing: Responder {
  let type: String

  func respond(to request: Request) -> Answer { .ready(.bytes([], type: type)) }
}

extension Responder {
  /// Returns the response when it is ready immediately.
  func response(to request: Request) -> Response? {
    guard case .ready(let response) = respond(to: request) else { return nil }
    return response
  }
}

extension Response {
  var text: String { String(decoding: bytes ?? [], as: UTF8.self) }
}
