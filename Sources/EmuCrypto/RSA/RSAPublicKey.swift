internal import COpenSSL

/// An RSA public key of 2048 to 8192 bits.
///
/// RFC 7518 §3.3 rejects shorter keys. Longer ones would let a foreign key set make each check
/// arbitrarily expensive.
package struct RSAPublicKey: Sendable {
  let key: EVPKey

  /// Builds the key from its modulus and exponent, both unsigned and big-endian (a JWK's `n`, `e`).
  ///
  /// - Throws: `invalidKey`.
  package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
    guard (1...1025).contains(modulus.count), exponent.count <= 8,
      let last = exponent.last, last & 1 == 1
    else { throw CryptoError(.invalidKey, "the modulus or the exponent is out of range") }
    var numbers = OpenSSLParameters()
    numbers.add(OSSL_PKEY_PARAM_RSA_N, number: modulus)
    numbers.add(OSSL_PKEY_PARAM_RSA_E, number: exponent)
    try self.init(key: .publicKey("RSA", numbers))
  }

  init(key: EVPKey) throws(CryptoError) {
    try Self.check(key)
    self.key = key
  }

  /// Wraps a key that is known to be RSA; a private one remains hidden behind this type's
  /// interface.
  init(checked key: EVPKey) {
    self.key = key
  }

  static func check(_ key: EVPKey) throws(CryptoError) {
    guard key.isA("RSA") else { throw CryptoError(.invalidKey, "the key is not an RSA key") }
    guard (2048...8192).contains(key.bits) else {
      throw CryptoError(.invalidKey, "an RSA key has 2048 to 8192 bits, not \(key.bits)")
    }
  }

  /// The modulus, big-endian without leading zeros.
  package var modulus: [UInt8] { key.number(OSSL_PKEY_PARAM_RSA_N) }

  /// The public exponent, big-endian without leading zeros; `[1, 0, 1]` for 65537.
  package var exponent: [UInt8] { key.number(OSSL_PKEY_PARAM_RSA_E) }

  package func isValidSignature(
    _ signature: [UInt8], for message: [UInt8], using scheme: RSASignatureScheme
  ) -> Bool {
    key.isValidSignature(signature, for: message, with: scheme.parameters)
  }
}

/// The supported RSA signatures of RFC 7518 §3.3 and §3.5, by their JOSE names.
package enum RSASignatureScheme: String, Sendable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"

  var parameters: SignatureScheme {
    switch self {
    case .rs256: SignatureScheme(digest: .sha256)
    case .rs384: SignatureScheme(digest: .sha384)
    case .rs512: SignatureScheme(digest: .sha512)
    case .ps256: SignatureScheme(digest: .sha256, isPSS: true)
    }
  }
}
