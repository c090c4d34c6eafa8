import EmuHTTP

/// The shared state of a daemon's requests, which its callbacks receive as their context.
final class ServerContext: Sendable {
  let responder: any Responder
  let configuration: HTTPServer.Configuration
  let connections: ConnectionTable
  let isSecure: Bool

  init(
    responder: any Responder, configuration: HTTPServer.Configuration,
    connections: ConnectionTable, isSecure: Bool
  ) {
    self.responder = responder
    self.configuration = configuration
    self.connections = connections
    self.isSecure = isSecure
  }
}
