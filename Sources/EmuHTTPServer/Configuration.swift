package import EmuHTTP

extension HTTPServer {
  /// Where and within which limits a server serves.
  package struct Configuration: Sendable {
    /// Which addresses to listen on.
    package enum Address: Sendable, Hashable {
      /// 127.0.0.1 and ::1, on the same port; a family that the machine lacks is left out.
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

      /// Makes a listener of its parts.
      package init(port: UInt16, certificatePEM: String, keyPEM: String) {
        self.port = port
        self.certificatePEM = certificatePEM
        self.keyPEM = keyPEM
      }
    }

    /// Where to listen, TLS included.
    package var address: Address = .loopback
    /// 0 picks a port that is free in both families.
    package var port: UInt16 = 0
    /// The TLS listener, if there is to be one.
    package var tls: TLS?
    /// The number of threads that run responders.
    package var workers = 2
    /// Across all workers; further connections wait until one ends. Where the process may not open
    /// so many files, the limit is lower.
    package var connectionLimit = 1000
    /// How long a connection may be silent between two requests; one that waits for its answer does
    /// not count.
    package var idleTimeout = Duration.seconds(60)
    /// How long a request may take to arrive, and its answer to be read; see ``bytesPerSecond``.
    package var requestTimeout = Duration.seconds(60)
    /// So many bytes of a body give it a second more.
    package var bytesPerSecond = 1_000_000
    /// The memory of one connection in bytes, which bounds the request line and headers.
    package var headerLimit = 32 << 10
    /// The largest path and query, in bytes.
    package var targetLimit = 16 << 10
    /// How long a body may be, by method and path.
    package var bodyLimits: @Sendable (Method, String) -> BodyLimits = { _, _ in BodyLimits() }
    /// Bodies up to this length in bytes are within the limits of every path, so that those of most
    /// requests need no question.
    package var shortBody = 0
    /// Answers what the server itself refuses; it is given the request without the body.
    package var refuse: @Sendable (Refusal, Request) -> Response = { refusal, _ in
      .text(refusal.sentence + "\n", status: Status(rawValue: refusal.status))
    }
    /// Receives a sentence for each request that was cut off; on any thread.
    package var onNotice: @Sendable (String) -> Void = { _ in }
    /// How long ``HTTPServer/stop()`` lets requests finish before it cuts them off.
    package var drainTimeout = Duration.seconds(7)

    /// Makes the defaults: both loopbacks, a free port, no TLS.
    package init() {}
  }
}

extension HTTPServer.Configuration {
  var patience: Patience {
    Patience(idle: idleTimeout, request: requestTimeout, bytesPerSecond: bytesPerSecond)
  }
}
