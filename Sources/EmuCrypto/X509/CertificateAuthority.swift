internal import COpenSSL

/// A private certificate authority, which makes this machine's https names trusted by those who
/// trust it.
///
/// Whoever holds its key can impersonate any site to them: its key file is readable by its owner
/// only, and it vouches for servers and for nothing else.
package struct CertificateAuthority: Sendable {
  /// What clients are made to trust.
  package let certificate: X509Certificate
  let key: PrivateKey

  /// Makes a P-256 key and the certificate in which it certifies itself.
  ///
  /// - Parameters:
  ///   - commonName: what people see when they are asked to trust it, 1 to 64 characters.
  ///   - validFrom: seconds since the epoch.
  ///   - validUntil: seconds since the epoch, after `validFrom`.
  ///   - random: gives the serial number; the key comes from the system's generator.
  /// - Throws: `invalidInput`, `invalidCertificate`, `libraryFailure`.
  package static func make(
    commonName: String, validFrom: Int64, validUntil: Int64, random: RandomSource
  ) throws(CryptoError) -> CertificateAuthority {
    let key = PrivateKey.ec(try .generate(.p256))
    let builder = try CertificateBuilder(
      for: key.key, commonName: commonName, validFrom: validFrom, validUntil: validUntil,
      serial: random.serialNumber())
    // RFC 5280 §4.2.1: nothing below it but leaves.
    try builder.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
    try builder.add(NID_key_usage, "critical,keyCertSign,cRLSign")
    try builder.add(NID_subject_key_identifier, "hash")
    return CertificateAuthority(certificate: try builder.sign(with: key), key: key)
  }

  /// Reads an authority that was made before.
  ///
  /// - Throws: `invalidInput` for broken PEM, `invalidKey` for a key that is not the
  ///   certificate's, `invalidCertificate` for a certificate that is no authority's.
  package init(certificatePEM: String, keyPEM: String) throws(CryptoError) {
    let certificate = try X509Certificate(pem: certificatePEM)
    let key = try PrivateKey(pem: keyPEM)
    guard try certificate.publicKey == key.publicKey else {
      throw CryptoError(.invalidKey, "the key is not the one that the certificate certifies")
    }
    // 1 stands for a certificate that says so itself, in version 3 (X509_check_ca(3)).
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

  /// The certificate as PEM, for clients to trust.
  package var certificatePEM: String { certificate.pemRepresentation }

  /// The private key as unencrypted PEM, for the owner's eyes only.
  package var keyPEM: String { key.pemRepresentation }
}

extension RandomSource {
  /// A certificate's number, positive and hard to guess (RFC 5280 §4.1.2.2).
  func serialNumber() -> [UInt8] {
    // Bits that are always set keep it positive and of one length.
    var serial = bytes(16)
    serial[0] = serial[0] & 0x3f | 0x40
    return serial
  }
}
