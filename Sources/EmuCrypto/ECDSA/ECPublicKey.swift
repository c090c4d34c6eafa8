internal import COpenSSL

/// An elliptic-curve public key on a NIST curve.
package struct ECPublicKey: Sendable {
  let key: EVPKey
  /// The curve, which also determines the hash.
  package let curve: ECCurve

  /// Creates the key from its point's coordinates, big-endian, each of the curve's length.
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
    key = try EVPKey.publicKey("EC", numbers)
    self.curve = curve
  }

  init(key: EVPKey) throws(CryptoError) {
    self.init(checked: key, curve: try ECCurve(of: key))
  }

  /// Wraps a key that is known to be on the curve; a private one remains hidden behind this type's
  /// interface.
  init(checked key: EVPKey, curve: ECCurve) {
    self.key = key
    self.curve = curve
  }

  /// The point's first coordinate, padded to the curve's length.
  package var x: [UInt8] {
    key.number(OSSL_PKEY_PARAM_EC_PUB_X, count: curve.coordinateByteCount)
  }

  /// The point's second coordinate, padded to the curve's length.
  package var y: [UInt8] {
    key.number(OSSL_PKEY_PARAM_EC_PUB_Y, count: curve.coordinateByteCount)
  }

  /// Returns true for this key's raw signature (r, then s) over the message.
  ///
  /// A signature in DER is rejected (RFC 7518 §3.4).
  package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let der = ECSignature.der(raw: signature, curve: curve) else { return false }
    return key.isValidSignature(der, for: message, with: SignatureScheme(digest: curve.digest))
  }

  /// Returns true for this key's signature in DER (RFC 3279 §2.2.3) over the message.
  ///
  /// X.509 and WebAuthn use this form.
  package func isValidDERSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    key.isValidSignature(signature, for: message, with: SignatureScheme(digest: curve.digest))
  }
}
