/// A server's certificate with its key, for a TLS listener.
package struct ServerCertificate: Sendable {
  /// The longest time for which browsers accept one, 397 days in seconds.
  package static let longestValidity: Int64 = 397 * 86_400

  /// The certificate; its authority's is not part of it, as clients have that already.
  package let certificate: X509Certificate
  package let key: PrivateKey

  package var certificatePEM: String { certificate.pemRepresentation }
  /// The private key as unencrypted PEM.
  package var keyPEM: String { key.pemRepresentation }
}
