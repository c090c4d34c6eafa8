package import EmuHTTP

extension HTTPServer {
  package struct Configuration: Sendable {
    package enum Address: Sendable, Hashable {
      /// 127.0.0.1 and ::1, on the same port; a family that the machine lacks is omitted.
      case loopback
      /// A name or an IP literal; `0.0.0.0` for every IPv4 address, `::` for both families.
      case host(String)
    }

    /// A second listener that speaks TLS.
    package struct TLS: Sendable {
      /// The port; 0 picks one.
      package var port: UInt16
      /// The chain, leaf first, as PEM.
      package var certificatePEM: String
      /// The private key of the leaf, as PEM, without a password.
      package var keyPEM: String

      package init(port: UInt16, certificatePEM: String, keyPEM: String) {
        self.port = port
        self.certificatePEM = certificatePEM
        self.keyPEM = keyPEM
      }
    }

    /// The addresses, TLS included.
    package var address: Address = .loopback
    /// 0 picks a port that is free in both families.
    package var port: UInt16 = 0
    package var tls: TLS?
    /// The number of threads that run responders.
    package var workers = 2
    /// The maximum number of connections across all workers; more wait until one ends. Where the
    /// process may open fewer files, the limit is lower.
    package var connectionLimit = 1000
    package var timeouts = ConnectionTimeouts()
    /// The memory of one connection in bytes, which limits the request line and headers.
    package var headerLimit = 32 << 10
    /// The largest path and query, in bytes.
    package var targetLimit = 16 << 10
    /// Returns the maximum lengths of a body, by method and path.
    package var bodyLimits: @Sendable (Method, String) -> BodyLimits = { _, _ in BodyLimits() }
    /// Bodies up to this length in bytes are within the limits of every path, so that those of most
    /// requests need no question.
    package var shortBody = 0
    /// Creates the response to a request that the server itself rejects; it receives the request
    /// without the body.
    package var refuse: @Sendable (Refusal, Request) -> Response = { refusal, _ in
      .text(refusal.sentence + "\n", status: Status(rawValue: refusal.status))
    }
    /// Receives a sentence for each request that was cut off; on any thread.
    package var onNotice: @Sendable (String) -> Void = { _ in }
    /// The time that ``HTTPServer/stop()`` gives requests to finish before it closes them.
    package var drainTimeout = Duration.seconds(7)

    /// Creates the defaults: both loopbacks, a free port, no TLS.
    package init() {}
  }
}
