internal import COpenSSL

/// An Ed25519 public key (RFC 8032).
package struct Ed25519PublicKey: Sendable {
  let key: EVPKey

  /// Creates the key from the 32 bytes of RFC 8032 §5.1.5 (a JWK's `x`).
  ///
  /// - Throws: `invalidKey` for another length.
  package init(rawRepresentation bytes: [UInt8]) throws(CryptoError) {
    guard bytes.count == 32,
      let pointer = EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count)
    else { throw .openSSL(.invalidKey, "an Ed25519 public key has 32 bytes") }
    key = EVPKey(takingOwnershipOf: pointer)
  }

  /// Wraps a key that is known to be Ed25519; a private one remains hidden behind this type's
  /// interface.
  init(checked key: EVPKey) {
    self.key = key
  }

  /// The 32 bytes of RFC 8032.
  package var rawRepresentation: [UInt8] {
    var count = 32
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      let status = EVP_PKEY_get_raw_public_key(key.pointer, buffer.baseAddress, &count)
      precondition(status == 1, "an Ed25519 key always has its public bytes")
      written = count
    }
  }

  package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    key.isValidSignature(signature, for: message, with: SignatureScheme(digest: nil))
  }
}
