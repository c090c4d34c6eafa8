internal import EmuSystem

package struct ServerError: Error, Sendable {
  package enum Code: Sendable {
    /// Another program listens on the address.
    case addressInUse
    case addressNotAvailable
    /// The port is reserved.
    case permissionDenied
    /// The host is neither a name nor an address.
    case invalidHost
    /// Any other failure, a bad certificate included.
    case startFailed
  }

  /// The kind, by which errors are compared.
  package let code: Code
  /// The problem and the next step, in a sentence or two.
  package let message: String
  /// The address that is taken, such as `127.0.0.1:9099`; nil for another failure.
  package var address: String?
  /// The flag of `start` that chooses another port; nil without an address.
  package var flag: String?
}

// MARK: - CustomStringConvertible

extension ServerError: CustomStringConvertible {
  package var description: String { message }
}

// MARK: - Factories

extension ServerError {
  static func binding(
    _ address: SocketAddress, isSecure: Bool, _ number: Int32
  ) -> ServerError {
    let text = address.description
    let flag = isSecure ? "--tls-port" : "--port"
    switch number {
    case EADDRINUSE:
      return ServerError(
        code: .addressInUse,
        message: """
          \(text) is taken by another program. Stop it, or choose another port with \(flag) \
          (0 picks a free one).
          """, address: text, flag: flag)
    case EADDRNOTAVAIL, EAFNOSUPPORT:
      return ServerError(
        code: .addressNotAvailable,
        message: """
          This machine has no address \(address.host). Choose one that it has with --host, or \
          0.0.0.0 for all of them.
          """)
    case EACCES, EPERM:
      return ServerError(
        code: .permissionDenied,
        message: "Port \(address.port) is reserved. Choose one above 1023 with \(flag).")
    default:
      return startFailed("listening on \(text)", number)
    }
  }

  static func invalidHost(_ host: String, reason: String) -> ServerError {
    ServerError(
      code: .invalidHost,
      message: """
        \(host) is not a host to listen on (\(reason)). Give an address or a name of this machine \
        with --host.
        """)
  }

  static func tooFewDescriptors(_ allowed: Int) -> ServerError {
    ServerError(
      code: .startFailed,
      message: """
        This process may open \(allowed) files at once, which leaves too few for connections. Allow \
        more with ulimit -n (64 are enough).
        """)
  }

  static func startFailed(_ step: String, _ number: Int32) -> ServerError {
    ServerError(
      code: .startFailed,
      message:
        "The HTTP server could not start: \(step) failed (\(String(cString: strerror(number)))).")
  }
}
