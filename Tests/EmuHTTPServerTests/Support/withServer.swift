import EmuHTTP
import EmuHTTPServer

/// A responder made of a closure.
struct Answering: Responder {
  let answer: @Sendable (Request) -> Answer

  init(_ answer: @escaping @Sendable (Request) -> Answer) {
    self.answer = answer
  }

  func respond(to request: Request) -> Answer { answer(request) }
}

/// Runs a server on a free port for the length of a closure.
func withServer(
  _ configuration: HTTPServer.Configuration = HTTPServer.Configuration(),
  _ answer: @escaping @Sendable (Request) -> Answer,
  run: (_ server: HTTPServer, _ port: UInt16) throws -> Void
) throws {
  let server = HTTPServer(configuration, responder: Answering(answer))
  let addresses = try server.start()
  defer { server.stop() }
  try run(server, addresses[0].port)
}
