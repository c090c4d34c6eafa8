package import EmuHTTP
package import EmuHTTPServer

/// A responder made of a closure.
package struct Answering: Responder {
  package let answer: @Sendable (Request) -> Answer

  package init(_ answer: @escaping @Sendable (Request) -> Answer) { self.answer = answer }

  package func respond(to request: Request) -> Answer { answer(request) }
}

/// Runs a server on a free port for the duration of a closure that opens its own connections.
package func withServer(
  _ configuration: HTTPServer.Configuration = HTTPServer.Configuration(),
  _ answer: @escaping @Sendable (Request) -> Answer,
  run: (_ server: HTTPServer, _ port: UInt16) throws -> Void
) throws {
  let server = HTTPServer(configuration, responder: Answering(answer))
  let addresses = try server.start()
  defer { server.stop() }
  try run(server, addresses[0].port)
}

/// Runs a server on a free port for the length of a closure that calls it.
package func withServer(
  _ configuration: HTTPServer.Configuration = HTTPServer.Configuration(),
  _ answer: @escaping @Sendable (Request) -> Answer,
  run: (_ client: SocketTransport) async throws -> Void
) async throws {
  let server = HTTPServer(configuration, responder: Answering(answer))
  let addresses = try server.start()
  defer { server.stop() }
  try await run(SocketTransport(port: addresses[0].port))
}
