import EmuHTTPServer
import EmuTestSupport

/// Runs a server for the length of a closure that has one connection to it.
func withClient(
  _ configuration: HTTPServer.Configuration = HTTPServer.Configuration(),
  _ answer: @escaping @Sendable (Request) -> Answer, run: (_ client: RawConnection) throws -> Void
) throws {
  try withServer(configuration, answer) { _, port in try run(RawConnection(port: port)) }
}

/// Answers each request with the same text.
func withClient(
  _ configuration: HTTPServer.Configuration = HTTPServer.Configuration(), answering text: String,
  run: (_ client: RawConnection) throws -> Void
) throws {
  try withClient(configuration, { _ in .ready(.text(text)) }, run: run)
}

extension HTTPServer.Configuration {
  static func with(_ change: (inout Self) -> Void) -> Self {
    var configuration = Self()
    change(&configuration)
    return configuration
  }

  /// Drains far longer than the busiest machine takes, so that waiting for it would be noticed.
  static let patient = with { $0.drainTimeout = .seconds(3600) }
}
