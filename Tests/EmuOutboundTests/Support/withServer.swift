import EmuHTTPServer
import EmuOutbound
import EmuTestSupport

/// Runs a server on a free port, and a client, for the length of a closure.
func withServer(
  tls: HTTPServer.Configuration.TLS? = nil,
  _ answer: @escaping @Sendable (Request) -> Answer,
  run: (_ client: OutboundClient, _ port: UInt16) async throws -> Void
) async throws {
  var configuration = HTTPServer.Configuration()
  configuration.tls = tls
  // Some tests cancel a response that never comes, and one sends very large headers.
  configuration.drainTimeout = .milliseconds(50)
  configuration.headerLimit = 256 << 10
  configuration.bodyLimits = { _, _ in BodyLimits(inMemory: 10 << 20) }
  let server = HTTPServer(configuration, responder: Answering(answer))
  let addresses = try server.start()
  defer { server.stop() }
  let client = OutboundClient()
  defer { client.close() }
  let address = addresses.first { $0.isSecure == (tls != nil) }
  try await run(client, address?.port ?? 0)
}

extension OutboundClient {
  func result(of request: OutboundRequest) async -> Result<OutboundResponse, OutboundError> {
    await passedValue { send(request, completion: $0) }
  }

  func response(to request: OutboundRequest) async throws -> OutboundResponse {
    try await result(of: request).get()
  }
}

extension OutboundResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
