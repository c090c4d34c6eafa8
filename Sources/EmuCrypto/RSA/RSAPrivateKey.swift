internal import COpenSSL

/// An RSA private key of 2048 to 8192 bits.
///
/// Parsed once; any number of threads may sign with it at the same time.
package struct RSAPrivateKey: Sendable {
  let key: EVPKey

  /// Generates a key with the exponent 65537; takes 60 to 350 ms for 2048 bits.
  ///
  /// - Throws: `invalidInput` for a size outside 2048…4096.
  package static func generate(bits: Int = 2048) throws(CryptoError) -> RSAPrivateKey {
    guard (2048...4096).contains(bits) else {
      throw CryptoError(.invalidInput, "an RSA key here has 2048 to 4096 bits, not \(bits)")
    }
    return RSAPrivateKey(
      checked: try EVPKey.generate("RSA") {
        EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(bits)) == 1
      })
  }

  init(key: EVPKey) throws(CryptoError) {
    try RSAPublicKey.check(key)
    self.init(checked: key)
  }

  private init(checked key: EVPKey) {
    self.key = key
  }

  /// The public half.
  package var publicKey: RSAPublicKey { RSAPublicKey(checked: key) }

  /// Signs a message; as many bytes out as the modulus has.
  ///
  /// - Throws: `libraryFailure`.
  package func sign(
    _ message: [UInt8], using scheme: RSASignatureScheme
  ) throws(CryptoError) -> [UInt8] {
    try key.sign(message, with: scheme.parameters)
  }
}
