internal import COpenSSL

/// `SCRYPT`: Firebase's own stored form, a variant described in github.com/firebase/scrypt.
///
/// ```
/// key  = scrypt(password, salt ‖ saltSeparator, N = 2^memoryCost, r = rounds, p = 1), 64 bytes
/// hash = AES-256-CTR(key[0..<32], counter 0) over signerKey
/// ```
package struct FirebaseScryptPasswordHash: Sendable, Hashable {
  /// The project's signer key (`base64_signer_key`), 64 bytes in every real project.
  package let signerKey: [UInt8]
  /// The project's salt separator, one byte in every real project.
  package let saltSeparator: [UInt8]
  /// scrypt's r.
  package let rounds: Int
  /// The binary logarithm of scrypt's N.
  package let memoryCost: Int

  /// Creates the algorithm from an import's parameters.
  ///
  /// - Throws: `costOutOfRange` outside production's limits, rounds 1…8 and memory cost 1…14;
  ///   `invalidInput` for an empty signer key or one over 1024 bytes.
  package init(
    signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int
  ) throws(CryptoError) {
    guard (1...1024).contains(signerKey.count), saltSeparator.count <= 1024 else {
      throw CryptoError(.invalidInput, "a SCRYPT import needs a signer key of 1 to 1024 bytes")
    }
    self.signerKey = signerKey
    self.saltSeparator = saltSeparator
    self.rounds = try limited(rounds, in: 1...8, "rounds")
    self.memoryCost = try limited(memoryCost, in: 1...14, "memoryCost")
  }

  /// - Throws: `libraryFailure`.
  package func hash(password: [UInt8], salt: [UInt8]) throws(CryptoError) -> [UInt8] {
    let key = try Scrypt.derive(
      password: password, salt: salt + saltSeparator, n: 1 << memoryCost, r: rounds, p: 1,
      byteCount: 64)
    guard let context = EVP_CIPHER_CTX_new() else {
      preconditionFailure("OpenSSL has no memory for a cipher context")
    }
    defer { EVP_CIPHER_CTX_free(context) }
    let counter = [UInt8](repeating: 0, count: 16)
    var hash = [UInt8](repeating: 0, count: signerKey.count)
    var written: Int32 = 0
    guard
      EVP_CipherInit_ex(context, EVP_aes_256_ctr(), nil, key, counter, 1) == 1,
      EVP_CipherUpdate(context, &hash, &written, signerKey, Int32(signerKey.count)) == 1
    else { throw .openSSL(.libraryFailure, "AES-CTR failed") }
    return hash
  }
}
