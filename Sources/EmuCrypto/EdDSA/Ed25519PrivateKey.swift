internal import COpenSSL

/// An Ed25519 private key (RFC 8032).
///
/// Parsed once; any number of threads may sign with it at the same time.
package struct Ed25519PrivateKey: Sendable {
  let key: EVPKey

  /// Generates a key.
  ///
  /// - Throws: `libraryFailure`.
  package static func generate() throws(CryptoError) -> Ed25519PrivateKey {
    try Ed25519PrivateKey(key: .generate("ED25519"))
  }

  /// Creates the key from the 32 secret bytes of RFC 8032 §5.1.5.
  ///
  /// - Throws: `invalidKey` for another length.
  package init(rawRepresentation seed: [UInt8]) throws(CryptoError) {
    guard seed.count == 32,
      let pointer = EVP_PKEY_new_raw_private_key_ex(nil, "ED25519", nil, seed, seed.count)
    else { throw .openSSL(.invalidKey, "an Ed25519 private key has 32 bytes") }
    key = EVPKey(takingOwnershipOf: pointer)
  }

  init(key: EVPKey) throws(CryptoError) {
    guard key.isA("ED25519") else {
      throw CryptoError(.invalidKey, "the key is not an Ed25519 key")
    }
    self.key = key
  }

  /// The public half.
  package var publicKey: Ed25519PublicKey { Ed25519PublicKey(checked: key) }

  /// Signs a message, 64 bytes out, the same each time.
  ///
  /// - Throws: `libraryFailure`.
  package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    try key.sign(message, with: SignatureScheme(digest: nil))
  }
}
