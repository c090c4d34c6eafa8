/// A request without a response, or with an unusable one.
///
/// Compared by ``code`` only, so a test can create the error it expects. A response with an error
/// status is not an error but a response.
package struct OutboundError: Error, Sendable, Equatable, CustomStringConvertible {
  package let code: Code
  /// The problem and the next step. It names the host but neither path nor query, which may contain
  /// secrets.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }

  package static func == (left: OutboundError, right: OutboundError) -> Bool {
    left.code == right.code
  }

  package enum Code: Sendable {
    /// One of the two time limits has passed.
    case timedOut
    /// The name is unknown, or no server listens there.
    case cannotConnect
    /// More bytes of headers or body than allowed.
    case tooLarge
    /// No TLS connection, mostly because the certificate is not trusted.
    case tls
    /// Not a URL, or neither `http` nor `https`; also for the target of a redirect.
    case invalidURL
    /// A method or header field that cannot be sent.
    case invalidRequest
    case tooManyRedirects
    /// The client was closed before the response was complete.
    case cancelled
    /// Another failure, such as a broken connection.
    case other
  }
}
