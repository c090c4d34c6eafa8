package import EmuHTTP

/// A request to another server, with the limits within which its answer must stay.
package struct OutboundRequest: Sendable {
  /// What to do.
  package var method: Method
  /// Where: an absolute `http` or `https` URL; its fragment is not sent.
  package var url: String
  /// The header fields; those that frame the message are the client's own business.
  package var headers: Headers
  /// The body; a POST, PUT or PATCH has one even if it is empty.
  package var body: [UInt8]
  /// A body in place of `body` that is sent while it is read; it does not follow a redirect.
  package var storedBody: (any StoredBody)?
  /// Takes the body of a good answer (2xx) piece by piece, in place of the response; false to give up.
  ///
  /// Called on the client's thread, where it must not block.
  package var receive: (@Sendable ([UInt8]) -> Bool)?
  /// From ``OutboundClient/send(_:completion:)`` to the last byte, redirects included.
  package var timeout = Duration.seconds(10)
  /// For the name, the connection and its TLS handshake.
  package var connectTimeout = Duration.seconds(5)
  /// The largest body that is taken; headers have a fixed limit of their own, 64 KiB.
  package var maximumResponseBytes = 1 << 20
  /// Whether to go where up to five redirects lead; a body is sent again only for 307 and 308.
  ///
  /// Credentials in the headers do not follow to another host.
  package var followsRedirects = false
  /// Certificates, as PEM, of authorities to trust beside those that the system trusts.
  package var trustedCertificatesPEM: String?

  /// Makes a request with the usual limits.
  package init(
    _ method: Method = .get, _ url: String, headers: Headers = Headers(), body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
