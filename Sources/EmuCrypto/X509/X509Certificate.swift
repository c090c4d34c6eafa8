internal import COpenSSL

/// An X.509 certificate (RFC 5280), stored as its DER bytes.
package struct X509Certificate: Sendable, Hashable {
  /// The certificate in DER; a JWK's `x5c` has it in base64.
  package let derRepresentation: [UInt8]

  /// Wraps the bytes of a decoded or created certificate.
  init(checked der: [UInt8]) {
    derRepresentation = der
  }

  /// Reads DER.
  ///
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
