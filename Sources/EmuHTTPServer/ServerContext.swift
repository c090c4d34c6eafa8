import EmuHTTP

/// What every request of one daemon needs; the daemon's callbacks get it as their context.
final class ServerContext: Sendable {
  let responder: any Responder
  let configuration: HTTPServer.Configuration
  let exchanges: ExchangeRegistry
  let isSecure: Bool

  init(
    responder: any Responder, configuration: HTTPServer.Configuration,
    exchanges: ExchangeRegistry, isSecure: Bool
  ) {
    self.responder = responder
    self.configuration = configuration
    self.exchanges = exchanges
    self.isSecure = isSecure
  }
}
