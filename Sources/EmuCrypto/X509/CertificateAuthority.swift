internal import COpenSSL

/// A private certificate authority, which lets its clients trust this machine's https names.
///
/// Its key can impersonate any site to those clients. So only the owner can read the key file, and
/// it certifies servers only.
package struct CertificateAuthority: Sendable {
  package let certificate: X509Certificate
  let key: PrivateKey

  /// Generates a P-256 key and its self-signed certificate.
  ///
  /// - Parameters:
  ///   - commonName: the name in trust dialogs, 1 to 64 characters.
  ///   - validFrom: seconds since the epoch.
  ///   - validUntil: seconds since the epoch, after `validFrom`.
  /// - Throws: `invalidInput`, `invalidCertificate`, `libraryFailure`.
  package static func make(
    commonName: String, validFrom: Int64, validUntil: Int64
  ) throws(CryptoError) -> CertificateAuthority {
    let key = try PrivateKey.generate(.ec(.p256))
    let builder = try CertificateBuilder(
      for: key.key, commonName: commonName, validFrom: validFrom, validUntil: validUntil,
      serial: serialNumber())
    // RFC 5280 §4.2.1: only leaf certificates below it.
    try builder.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
    try builder.add(NID_key_usage, "critical,keyCertSign,cRLSign")
    try builder.add(NID_subject_key_identifier, "hash")
    return CertificateAuthority(certificate: try builder.sign(with: key), key: key)
  }

  /// Decodes an existing authority.
  ///
  /// - Throws: `invalidInput` for broken PEM, `invalidKey` for a key that is not the certificate's,
  ///   `invalidCertificate` for a certificate that is not an authority's.
  package init(certificatePEM: String, keyPEM: String) throws(CryptoError) {
    let certificate = try X509Certificate(pem: certificatePEM)
    let key = try PrivateKey(pem: keyPEM)
    guard try certificate.publicKey == key.publicKey else {
      throw CryptoError(.invalidKey, "the key is not the one that the certificate certifies")
    }
    // 1 is a certificate of version 3 that declares itself an authority (X509_check_ca(3)).
    let handle = try X509Handle(der: certificate.derRepresentation)
    guard X509_check_ca(handle.pointer) == 1 else {
      throw CryptoError(.invalidCertificate, "the certificate is not an authority's")
    }
    self.init(certificate: certificate, key: key)
  }

  private init(certificate: X509Certificate, key: PrivateKey) {
    self.certificate = certificate
    self.key = key
  }

  package var certificatePEM: String { certificate.pemRepresentation }

  /// The private key as unencrypted PEM, for the owner's eyes only.
  package var keyPEM: String { key.pemRepresentation }

  /// Returns a certificate's number, positive and hard to guess (RFC 5280 §4.1.2.2).
  static func serialNumber() -> [UInt8] {
    // A fixed bit keeps it positive and of one length.
    var serial = SystemRandom.bytes(16)
    serial[0] = serial[0] & 0x3f | 0x40
    return serial
  }
}
