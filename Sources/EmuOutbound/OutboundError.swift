/// A request without a response, or with an unusable one.
///
/// Compared by ``code`` only, so a test can create the error it expects. A response with an error
/// status is not an error but a response.
package struct OutboundError: Error, Sendable {
  /// The kind of failure.
  package let code: Code
  /// The problem and the next step. It names the host but neither path nor query, which may contain
  /// secrets.
  package let message: String

  /// Creates an error from its parts.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

// MARK: - Codes

extension OutboundError {
  /// The kinds of failure, an open set.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// One of the two time limits has passed.
    package static let timedOut = Code(description: "timedOut")
    /// The name is unknown, or no server listens there.
    package static let cannotConnect = Code(description: "cannotConnect")
    /// More bytes of headers or body than allowed.
    package static let tooLarge = Code(description: "tooLarge")
    /// No TLS connection, mostly because the certificate is not trusted.
    package static let tls = Code(description: "tls")
    /// Not a URL, or neither `http` nor `https`; also for the target of a redirect.
    package static let invalidURL = Code(description: "invalidURL")
    /// A method or header field that cannot be sent.
    package static let invalidRequest = Code(description: "invalidRequest")
    /// More than five redirects.
    package static let tooManyRedirects = Code(description: "tooManyRedirects")
    /// The client was closed before the response was complete.
    package static let cancelled = Code(description: "cancelled")
    /// Another failure, such as a broken connection.
    package static let other = Code(description: "other")
  }
}

// MARK: - Conformances

extension OutboundError: Equatable {
  package static func == (left: OutboundError, right: OutboundError) -> Bool {
    left.code == right.code
  }
}

extension OutboundError: CustomStringConvertible {
  package var description: String { message }
}
