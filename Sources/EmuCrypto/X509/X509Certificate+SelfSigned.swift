internal import COpenSSL

extension X509Certificate {
  /// Makes a certificate in which a key certifies itself, as Google and Microsoft publish theirs.
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
    guard validFrom < validUntil else {
      throw CryptoError(.invalidInput, "the certificate ends before it begins")
    }
    guard (1...20).contains(serial.count), serial.contains(where: { $0 != 0 }) else {
      throw CryptoError(.invalidInput, "a serial number is positive and has at most 20 bytes")
    }
    guard let pointer = X509_new() else {
      throw .openSSL(.libraryFailure, "no memory for a certificate")
    }
    let handle = X509Handle(takingOwnershipOf: pointer)
    // Version 3 is written as 2.
    guard X509_set_version(handle.pointer, 2) == 1,
      setSerial(serial, of: handle.pointer),
      ASN1_TIME_set(X509_getm_notBefore(handle.pointer), time_t(validFrom)) != nil,
      ASN1_TIME_set(X509_getm_notAfter(handle.pointer), time_t(validUntil)) != nil,
      setName(commonName, of: handle.pointer),
      X509_set_pubkey(handle.pointer, key.key.pointer) == 1,
      X509_sign(handle.pointer, key.key.pointer, key.certificateDigest?.method.pointer) > 0
    else { throw .openSSL(.invalidCertificate, "the certificate could not be made") }
    return X509Certificate(checked: derBytes { i2d_X509(handle.pointer, $0) })
  }

  private static func setSerial(_ serial: [UInt8], of certificate: OpaquePointer) -> Bool {
    guard let number = BigNumber.make(serial) else { return false }
    defer { BN_free(number) }
    return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
  }

  private static func setName(_ name: String, of certificate: OpaquePointer) -> Bool {
    let subject = X509_get_subject_name(certificate)
    let text = Array(name.utf8)
    return X509_NAME_add_entry_by_txt(
      subject, "CN", MBSTRING_UTF8, text, Int32(text.count), -1, 0) == 1
      && X509_set_issuer_name(certificate, subject) == 1
  }
}

extension PrivateKey {
  /// The hash a certificate is signed over; Ed25519 has its own.
  fileprivate var certificateDigest: Digest? {
    switch self {
    case .rsa: .sha256
    case .ec(let key): key.curve.digest
    case .ed25519: nil
    }
  }
}
