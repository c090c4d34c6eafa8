internal import COpenSSL

/// A signature's parameters: the hash and, for RSA, the padding.
struct SignatureScheme: Sendable {
  /// Nil where the algorithm hashes by itself, as Ed25519 does.
  let digest: Digest?
  /// True for RSA-PSS with MGF1 and a salt as long as the hash (RFC 7518 §3.5) instead of the
  /// key's default.
  var isPSS = false
}

extension EVPKey {
  /// Signs a message; an EC signature is in DER.
  func sign(_ message: [UInt8], with scheme: SignatureScheme) throws(CryptoError) -> [UInt8] {
    let context = MessageContext()
    guard context.prepare(self, scheme, EVP_DigestSignInit) else {
      throw .openSSL(.libraryFailure, "the key does not take this signature scheme")
    }
    var count = Int(EVP_PKEY_get_size(pointer))
    var status: Int32 = 0
    let signature = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      status = EVP_DigestSign(
        context.pointer, buffer.baseAddress, &count, message, message.count)
      written = status == 1 ? count : 0
    }
    guard status == 1 else { throw .openSSL(.libraryFailure, "signing failed") }
    return signature
  }

  /// Returns true for this key's signature over the message; for EC, it is in DER.
  func isValidSignature(
    _ signature: [UInt8], for message: [UInt8], with scheme: SignatureScheme
  ) -> Bool {
    let context = MessageContext()
    guard context.prepare(self, scheme, EVP_DigestVerifyInit),
      EVP_DigestVerify(
        context.pointer, signature, signature.count, message, message.count) == 1
    else {
      // A rejected signature is a result, not an error.
      ERR_clear_error()
      return false
    }
    return true
  }
}

// MARK: - The context

private struct MessageContext: ~Copyable {
  let pointer: OpaquePointer

  init() {
    guard let pointer = EVP_MD_CTX_new() else {
      preconditionFailure("OpenSSL has no memory for a signature context")
    }
    self.pointer = pointer
  }

  deinit { EVP_MD_CTX_free(pointer) }

  typealias Initializer = (
    OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, OpaquePointer?, OpaquePointer?,
    OpaquePointer?
  ) -> Int32

  func prepare(_ key: EVPKey, _ scheme: SignatureScheme, _ initialize: Initializer) -> Bool {
    // Owned by `pointer`.
    var keyContext: OpaquePointer?
    let method = scheme.digest?.method.pointer
    guard initialize(pointer, &keyContext, method, nil, key.pointer) == 1 else { return false }
    guard scheme.isPSS else { return true }
    return EVP_PKEY_CTX_set_rsa_padding(keyContext, RSA_PKCS1_PSS_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_pss_saltlen(keyContext, RSA_PSS_SALTLEN_DIGEST) == 1
  }
}
