internal import COpenSSL

struct CertificateBuilder: ~Copyable {
  private let handle: X509Handle
  /// The issuing certificate; nil for a self-signed one.
  private let issuer: OpaquePointer?

  /// Creates a certificate of version 3.
  ///
  /// - Parameters:
  ///   - issuer: outlives the builder.
  ///   - serial: a positive number, big-endian, at most 20 bytes (RFC 5280 §4.1.2.2).
  /// - Throws: `invalidInput`, `invalidCertificate`.
  init(
    for key: EVPKey, commonName: String, issuer: OpaquePointer? = nil, validFrom: Int64,
    validUntil: Int64, serial: [UInt8]
  ) throws(CryptoError) {
    guard validFrom < validUntil else {
      throw CryptoError(.invalidInput, "the certificate ends before it begins")
    }
    guard (1...20).contains(serial.count), serial.contains(where: { $0 != 0 }) else {
      throw CryptoError(.invalidInput, "a serial number is positive and has at most 20 bytes")
    }
    guard let pointer = X509_new() else {
      throw .openSSL(.libraryFailure, "no memory for a certificate")
    }
    let handle = X509Handle(pointer: pointer)
    // Version 3 is written as 2.
    guard X509_set_version(pointer, 2) == 1,
      Self.setSerial(serial, of: pointer),
      ASN1_TIME_set(X509_getm_notBefore(pointer), time_t(validFrom)) != nil,
      ASN1_TIME_set(X509_getm_notAfter(pointer), time_t(validUntil)) != nil,
      Self.setName(commonName, of: pointer),
      X509_set_issuer_name(pointer, X509_get_subject_name(issuer ?? pointer)) == 1,
      X509_set_pubkey(pointer, key.pointer) == 1
    else { throw .openSSL(.invalidCertificate, "the certificate could not be made") }
    self.handle = handle
    self.issuer = issuer
  }

  /// Adds an extension.
  ///
  /// - Parameters:
  ///   - kind: one of OpenSSL's `NID_…` numbers.
  ///   - value: in the language of `x509v3_config(5)`; its parts must be validated.
  /// - Throws: `invalidCertificate`.
  func add(_ kind: Int32, _ value: String) throws(CryptoError) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer ?? handle.pointer, handle.pointer, nil, nil, 0)
    guard let made = X509V3_EXT_nconf_nid(nil, &context, kind, value) else {
      throw .openSSL(.invalidCertificate, "the extension could not be made: \(value)")
    }
    defer { X509_EXTENSION_free(made) }
    guard X509_add_ext(handle.pointer, made, -1) == 1 else {
      throw .openSSL(.invalidCertificate, "the extension could not be added: \(value)")
    }
  }

  consuming func sign(with key: PrivateKey) throws(CryptoError) -> X509Certificate {
    let digest = key.kind.parameters().digest?.method.pointer
    guard X509_sign(handle.pointer, key.key.pointer, digest) > 0 else {
      throw .openSSL(.invalidCertificate, "the certificate could not be signed")
    }
    return X509Certificate(checked: derBytes { i2d_X509(handle.pointer, $0) })
  }

  private static func setSerial(_ serial: [UInt8], of certificate: OpaquePointer) -> Bool {
    guard let number = BigNumber.make(serial) else { return false }
    defer { BN_free(number) }
    return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
  }

  private static func setName(_ name: String, of certificate: OpaquePointer) -> Bool {
    let text = Array(name.utf8)
    return X509_NAME_add_entry_by_txt(
      X509_get_subject_name(certificate), "CN", MBSTRING_UTF8, text, Int32(text.count), -1, 0) == 1
  }
}
