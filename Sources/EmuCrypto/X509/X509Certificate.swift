internal import COpenSSL

/// An X.509 certificate (RFC 5280), stored as its DER bytes.
package struct X509Certificate: Sendable, Hashable {
  /// The certificate in DER; a JWK's `x5c` has it in base64.
  package let derRepresentation: [UInt8]

  /// Wraps the bytes of a decoded or created certificate.
  init(checked der: [UInt8]) {
    derRepresentation = der
  }

  /// - Throws: `invalidCertificate`.
  package init(der: [UInt8]) throws(CryptoError) {
    _ = try X509Handle(der: der)
    derRepresentation = der
  }

  /// Decodes the first block of a PEM text.
  ///
  /// - Throws: `invalidInput` for broken PEM, `invalidCertificate` for its content.
  package init(pem: String) throws(CryptoError) {
    let block = try PEM.decode(pem)
    guard block.label == "CERTIFICATE" else {
      throw CryptoError(.invalidCertificate, "the PEM block is a \(block.label)")
    }
    try self.init(der: block.der)
  }

  /// The certificate as a `CERTIFICATE` block, lines ending in a line feed.
  package var pemRepresentation: String {
    PEM.encode(derRepresentation, label: "CERTIFICATE")
  }

  /// SHA-1 over the DER bytes, 20 bytes; base64url of it is a JWK's `x5t`.
  package var sha1Thumbprint: [UInt8] { Digest.sha1.hash(derRepresentation) }

  /// The certified key.
  ///
  /// - Throws: `invalidKey` for an unsupported kind of key.
  package var publicKey: PublicKey {
    get throws(CryptoError) {
      let handle = try X509Handle(der: derRepresentation)
      guard let pointer = X509_get_pubkey(handle.pointer) else {
        throw .openSSL(.invalidKey, "the certificate's key cannot be read")
      }
      return try PublicKey(EVPKey(takingOwnershipOf: pointer))
    }
  }

  package func isSigned(by key: PublicKey) -> Bool {
    guard let handle = try? X509Handle(der: derRepresentation) else { return false }
    defer { ERR_clear_error() }
    return X509_verify(handle.pointer, key.key.pointer) == 1
  }
}

// MARK: - The handle

/// A parsed certificate for the length of one question.
struct X509Handle: ~Copyable {
  /// Freed with the handle.
  let pointer: OpaquePointer

  deinit { X509_free(pointer) }
}

extension X509Handle {
  init(der: [UInt8]) throws(CryptoError) {
    let (pointer, isWhole) = derObject(der) { d2i_X509(nil, $0, der.count) }
    guard let pointer else {
      throw .openSSL(.invalidCertificate, "these bytes are no X.509 certificate")
    }
    guard isWhole else {
      X509_free(pointer)
      throw CryptoError(.invalidCertificate, "bytes follow the certificate")
    }
    self.init(pointer: pointer)
  }
}

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
