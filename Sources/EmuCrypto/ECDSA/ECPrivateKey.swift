internal import COpenSSL

/// An elliptic-curve private key on a NIST curve.
///
/// Parsed once; any number of threads may sign with it at the same time.
package struct ECPrivateKey: Sendable {
  let key: EVPKey
  /// The curve, which also determines the hash.
  package let curve: ECCurve

  /// Generates a key.
  ///
  /// - Throws: `libraryFailure`.
  package static func generate(_ curve: ECCurve = .p256) throws(CryptoError) -> ECPrivateKey {
    try ECPrivateKey(
      key: .generate("EC") { EVP_PKEY_CTX_set_group_name($0, curve.rawValue) == 1 })
  }

  /// Reads DER: PKCS#8 or SEC 1.
  ///
  /// - Throws: `invalidKey`.
  package init(der: [UInt8]) throws(CryptoError) {
    try self.init(key: .privateKey(der: der))
  }

  /// Decodes a PEM text.
  ///
  /// - Throws: `invalidInput` for broken PEM, `invalidKey` for its content.
  package init(pem: String) throws(CryptoError) {
    try self.init(der: PEM.decode(pem).der)
  }

  init(key: EVPKey) throws(CryptoError) {
    guard let curve = ECCurve(of: key) else {
      throw CryptoError(.invalidKey, "the key is on none of P-256, P-384, P-521")
    }
    self.key = key
    self.curve = curve
  }

  /// The key as unencrypted PKCS#8.
  package var derRepresentation: [UInt8] { key.pkcs8 }

  /// The key as an unencrypted `PRIVATE KEY` block.
  package var pemRepresentation: String { key.privatePEM }

  /// The public half.
  package var publicKey: ECPublicKey { ECPublicKey(checked: key, curve: curve) }

  /// Signs a message with the curve's hash: r and s side by side, each as long as a coordinate.
  ///
  /// - Throws: `libraryFailure`.
  package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    let der = try key.sign(message, with: SignatureScheme(digest: curve.digest))
    return try ECSignature.raw(der: der, curve: curve)
  }
}
