internal import COpenSSL

/// AES-256 in Galois/counter mode (NIST SP 800-38D): encrypts, and notices any change.
///
/// One key must never see the same nonce twice. Threads may share a value.
package struct AESGCM: Sendable {
  /// Bytes in a key.
  package static let keyByteCount = 32
  /// Bytes in a nonce.
  package static let nonceByteCount = 12
  /// Bytes the sealed form is longer than the plain one.
  package static let tagByteCount = 16

  private let key: [UInt8]

  /// Takes a key of 32 bytes.
  ///
  /// - Throws: `invalidInput` for another length.
  package init(key: [UInt8]) throws(CryptoError) {
    guard key.count == Self.keyByteCount else {
      throw CryptoError(.invalidInput, "an AES-256 key has 32 bytes, not \(key.count)")
    }
    self.key = key
  }

  /// Encrypts; the ciphertext, as long as the plaintext, then the tag of 16 bytes.
  ///
  /// - Parameters:
  ///   - nonce: 12 bytes that this key has not seen before.
  ///   - data: bytes that are not sealed in, but without which it cannot be opened.
  /// - Throws: `invalidInput` for a nonce of another length.
  package func seal(
    _ plaintext: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
  ) throws(CryptoError) -> [UInt8] {
    let context = CipherContext()
    try start(context, nonce: nonce, data: data, encrypting: true)
    var sealed = [UInt8](repeating: 0, count: plaintext.count + Self.tagByteCount)
    let isDone = sealed.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, context.update(plaintext, into: start) else {
        return false
      }
      let tag = start + plaintext.count
      var none: Int32 = 0
      return EVP_EncryptFinal_ex(context.pointer, tag, &none) == 1
        && emu_gcm_get_tag(context.pointer, Int32(Self.tagByteCount), tag) == 1
    }
    guard isDone else { throw .openSSL(.libraryFailure, "sealing failed") }
    return sealed
  }

  /// Decrypts what ``seal(_:nonce:authenticating:)`` made of the same nonce and data.
  ///
  /// - Throws: `authenticationFailed` for anything else, `invalidInput` for the nonce's length.
  package func open(
    _ sealed: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
  ) throws(CryptoError) -> [UInt8] {
    guard sealed.count >= Self.tagByteCount else {
      throw CryptoError(.authenticationFailed, "the sealed bytes are shorter than a tag")
    }
    let context = CipherContext()
    try start(context, nonce: nonce, data: data, encrypting: false)
    let ciphertext = Array(sealed.dropLast(Self.tagByteCount))
    let tag = Array(sealed.suffix(Self.tagByteCount))
    // One byte more than needed, so that the buffer has an address when there is no plaintext.
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count + 1)
    let isAuthentic = plaintext.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, context.update(ciphertext, into: start) else {
        return false
      }
      var none: Int32 = 0
      return emu_gcm_set_tag(context.pointer, Int32(Self.tagByteCount), tag) == 1
        && EVP_DecryptFinal_ex(context.pointer, start + ciphertext.count, &none) == 1
    }
    guard isAuthentic else {
      throw .openSSL(.authenticationFailed, "the sealed bytes are not what was sealed")
    }
    plaintext.removeLast()
    return plaintext
  }

  private func start(
    _ context: borrowing CipherContext, nonce: [UInt8], data: [UInt8], encrypting: Bool
  ) throws(CryptoError) {
    guard nonce.count == Self.nonceByteCount else {
      throw CryptoError(.invalidInput, "a GCM nonce has 12 bytes, not \(nonce.count)")
    }
    guard
      context.start(.aes256GCM, key: key, nonce: nonce, encrypting: encrypting),
      context.update(data, into: nil)
    else { throw .openSSL(.libraryFailure, "AES-GCM did not start") }
  }
}
