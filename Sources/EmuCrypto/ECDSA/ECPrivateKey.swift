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

  init(key: EVPKey) throws(CryptoError) {
    curve = try ECCurve(of: key)
    self.key = key
  }

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
