extension X509Certificate {
  /// Creates a self-signed certificate, as Google and Microsoft publish theirs.
  ///
  /// - Parameters:
  ///   - commonName: subject and issuer, 1 to 64 characters.
  ///   - validFrom: seconds since the epoch.
  ///   - validUntil: seconds since the epoch, after `validFrom`.
  ///   - serial: a positive number, big-endian, at most 20 bytes (RFC 5280 §4.1.2.2).
  /// - Throws: `invalidInput`, `invalidCertificate`.
  package static func selfSigned(
    key: PrivateKey, commonName: String, validFrom: Int64, validUntil: Int64, serial: [UInt8]
  ) throws(CryptoError) -> X509Certificate {
    try CertificateBuilder(
      for: key.key, commonName: commonName, validFrom: validFrom, validUntil: validUntil,
      serial: serial
    ).sign(with: key)
  }
}
