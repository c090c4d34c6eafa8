package import EmuHTTP

/// A request to another server, with the limits of its response.
package struct OutboundRequest: Sendable {
  package var method: Method
  /// An absolute `http` or `https` URL; its fragment is not sent.
  package var url: String
  /// The header fields; those that frame the message are the client's own business.
  package var headers: Headers
  /// The body; a POST, PUT or PATCH has one even if it is empty.
  package var body: [UInt8]
  /// A body that replaces `body` and is read while it is sent; it does not follow a redirect.
  package var storedBody: (any StoredBody)?
  /// Receives the body of a successful response (2xx) piece by piece, in place of the response;
  /// returns false to cancel.
  ///
  /// Called on the client's thread, which it must not block.
  package var receive: (@Sendable ([UInt8]) -> Bool)?
  /// From ``OutboundClient/send(_:completion:)`` to the last byte, redirects included.
  package var timeout = Duration.seconds(10)
  /// For the name, the connection and its TLS handshake.
  package var connectTimeout = Duration.seconds(5)
  /// The maximum length of the response's body; headers have a fixed limit of 64 KiB.
  package var maximumResponseBytes = 1 << 20
  /// True to follow up to five redirects; a body is sent again only for 307 and 308.
  ///
  /// Credentials in the headers are not sent to another host.
  package var followsRedirects = false
  /// The path of a file of certificates, as PEM, to trust in place of the system's, for tests.
  package var trustedCertificates: String?

  /// Creates a request with the usual limits.
  package init(
    _ method: Method = .get, _ url: String, headers: Headers = Headers(), body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A server's response of any status.
package struct OutboundResponse: Sendable {
  /// The status of the last response, after redirects.
  package var status: Status
  /// The header fields of that response, in the order received.
  package var headers: Headers
  /// Its complete body, as sent: a content coding that was not requested is not decoded.
  package var body: [UInt8]

  package init(status: Status, headers: Headers = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
