import EmuHTTP

/// Answers with the path.
struct Echo: Responder {
  func respond(to request: Request) -> Answer { .ready(.text(request.path)) }
}

/// Answers with an empty body of a type.
struct Showing: Responder {
  let type: String

  func respond(to request: Request) -> Answer { .ready(.bytes([], type: type)) }
}

extension Responder {
  /// The response when it is ready at once.
  func response(to request: Request) -> Response? {
    guard case .ready(let response) = respond(to: request) else { return nil }
    return response
  }
}

extension Response {
  var text: String { String(decoding: bytes ?? [], as: UTF8.self) }
}
