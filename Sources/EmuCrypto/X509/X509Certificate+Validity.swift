internal import COpenSSL

extension X509Certificate {
  /// The first and the last second of its validity, since the epoch.
  ///
  /// - Throws: `invalidCertificate` for unreadable or reversed dates.
  package var validity: ClosedRange<Int64> {
    get throws(CryptoError) {
      let handle = try X509Handle(der: derRepresentation)
      guard let first = Self.seconds(X509_get0_notBefore(handle.pointer)),
        let last = Self.seconds(X509_get0_notAfter(handle.pointer)), first <= last
      else { throw .openSSL(.invalidCertificate, "the certificate's dates cannot be read") }
      return first...last
    }
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    let epoch = ASN1_TIME_set(nil, 0)
    defer { ASN1_TIME_free(epoch) }
    var days: Int32 = 0
    var seconds: Int32 = 0
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
    return Int64(days) * 86_400 + Int64(seconds)
  }
}

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
