/// A request that got no answer, or none that could be taken.
///
/// Compared by ``code`` and nothing else, so a test can build the error it expects. An answer with
/// an error status is none of these: it is a response.
package struct OutboundError: Error, Sendable {
  /// What kind of failure it is.
  package let code: Code
  /// What happened and what to do next, naming the host but neither path nor query, which may hold
  /// secrets.
  package let message: String

  /// Makes an error of its parts.
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
    /// The name is not known, or nobody listens there.
    package static let cannotConnect = Code(description: "cannotConnect")
    /// More bytes of headers or body than allowed.
    package static let tooLarge = Code(description: "tooLarge")
    /// No TLS connection, above all because the certificate is not trusted.
    package static let tls = Code(description: "tls")
    /// No URL, or neither `http` nor `https`; also one that a redirect led to.
    package static let invalidURL = Code(description: "invalidURL")
    /// A method or header field that cannot be sent.
    package static let invalidRequest = Code(description: "invalidRequest")
    /// More than five redirects.
    package static let tooManyRedirects = Code(description: "tooManyRedirects")
    /// The client was closed before the answer was complete.
    package static let cancelled = Code(description: "cancelled")
    /// Anything else, such as a connection that broke.
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
