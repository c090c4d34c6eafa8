internal import COpenSSL

/// A public key of any kind that this module supports.
package struct PublicKey: Sendable {
  package let kind: KeyKind
  /// The whole pair where the private half is known; this type's interface hides that.
  let key: EVPKey
}

extension PublicKey {
  /// Reads DER SubjectPublicKeyInfo.
  ///
  /// - Throws: `invalidKey`.
  package init(der: [UInt8]) throws(CryptoError) {
    try self.init(EVPKey.publicKey(der: der))
  }

  /// Decodes a `PUBLIC KEY` block.
  ///
  /// - Throws: `invalidInput` for broken PEM, `invalidKey` for its content.
  package init(pem: String) throws(CryptoError) {
    try self.init(der: PEM.decode(pem).der)
  }

  /// Creates an RSA key from its modulus and exponent, both unsigned and big-endian (a JWK's `n`,
  /// `e`).
  ///
  /// - Throws: `invalidKey`.
  package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
    guard (1...1025).contains(modulus.count), exponent.count <= 8,
      let last = exponent.last, last & 1 == 1
    else { throw CryptoError(.invalidKey, "the modulus or the exponent is out of range") }
    var numbers = OpenSSLParameters()
    numbers.add(OSSL_PKEY_PARAM_RSA_N, number: modulus)
    numbers.add(OSSL_PKEY_PARAM_RSA_E, number: exponent)
    try self.init(EVPKey.publicKey("RSA", numbers))
  }

  /// Creates an EC key from its point's coordinates, big-endian, each of the curve's length.
  ///
  /// - Throws: `invalidKey` for another length or a point that is not on the curve.
  package init(curve: ECCurve, x: [UInt8], y: [UInt8]) throws(CryptoError) {
    let count = curve.coordinateByteCount
    guard x.count == count, y.count == count else {
      throw CryptoError(.invalidKey, "a coordinate on \(curve.rawValue) has \(count) bytes")
    }
    var numbers = OpenSSLParameters()
    numbers.add(OSSL_PKEY_PARAM_GROUP_NAME, text: curve.rawValue)
    // SEC 1 §2.3.3: 4 marks an uncompressed point.
    numbers.add(OSSL_PKEY_PARAM_PUB_KEY, bytes: [4] + x + y)
    self.init(kind: .ec(curve), key: try EVPKey.publicKey("EC", numbers))
  }

  /// Creates an Ed25519 key from the 32 bytes of RFC 8032 §5.1.5 (a JWK's `x`).
  ///
  /// - Throws: `invalidKey` for another length.
  package init(ed25519 bytes: [UInt8]) throws(CryptoError) {
    guard bytes.count == 32,
      let pointer = EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count)
    else { throw .openSSL(.invalidKey, "an Ed25519 public key has 32 bytes") }
    self.init(kind: .ed25519, key: EVPKey(takingOwnershipOf: pointer))
  }

  init(_ key: EVPKey) throws(CryptoError) {
    self.init(kind: try KeyKind(of: key), key: key)
  }

  package var derRepresentation: [UInt8] { key.subjectPublicKeyInfo }

  package var pemRepresentation: String {
    PEM.encode(derRepresentation, label: "PUBLIC KEY")
  }

  /// Returns true for this key's signature over the message, in the form of
  /// ``PrivateKey/sign(_:using:)``.
  ///
  /// A signature of EC in DER is rejected (RFC 7518 §3.4).
  package func isValidSignature(
    _ signature: [UInt8], for message: [UInt8], using scheme: RSASignatureScheme = .rs256
  ) -> Bool {
    guard let curve = kind.curve else {
      return key.isValidSignature(signature, for: message, with: kind.parameters(rsa: scheme))
    }
    guard let der = ECSignature.der(raw: signature, curve: curve) else { return false }
    return isValidDERSignature(der, for: message)
  }

  /// Returns true for this key's signature over the message, where one of EC is in DER (RFC 3279
  /// §2.2.3), and one of RSA is RS256.
  ///
  /// X.509 and WebAuthn use this form.
  package func isValidDERSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    key.isValidSignature(signature, for: message, with: kind.parameters())
  }
}

// MARK: - Numbers

extension PublicKey {
  /// The modulus of an RSA key, big-endian without leading zeros.
  package var modulus: [UInt8] { key.number(OSSL_PKEY_PARAM_RSA_N) }

  /// The public exponent of an RSA key, big-endian without leading zeros; `[1, 0, 1]` for 65537.
  package var exponent: [UInt8] { key.number(OSSL_PKEY_PARAM_RSA_E) }

  /// The first coordinate of an EC key's point, padded to the curve's length; of an Ed25519 key the
  /// 32 bytes of RFC 8032.
  package var x: [UInt8] {
    guard kind == .ed25519 else { return coordinate(OSSL_PKEY_PARAM_EC_PUB_X) }
    var count = 32
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      let status = EVP_PKEY_get_raw_public_key(key.pointer, buffer.baseAddress, &count)
      precondition(status == 1, "an Ed25519 key always has its public bytes")
      written = count
    }
  }

  /// The second coordinate of an EC key's point, padded to the curve's length.
  package var y: [UInt8] { coordinate(OSSL_PKEY_PARAM_EC_PUB_Y) }

  private func coordinate(_ name: String) -> [UInt8] {
    key.number(name, count: kind.curve?.coordinateByteCount)
  }
}

extension PublicKey: Equatable {
  package static func == (left: PublicKey, right: PublicKey) -> Bool {
    left.derRepresentation == right.derRepresentation
  }
}
