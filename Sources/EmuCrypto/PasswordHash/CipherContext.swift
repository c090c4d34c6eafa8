internal import COpenSSL

/// One encryption or decryption.
struct CipherContext: ~Copyable {
  let pointer: OpaquePointer

  init() {
    guard let pointer = EVP_CIPHER_CTX_new() else {
      preconditionFailure("OpenSSL has no memory for a cipher context")
    }
    self.pointer = pointer
  }

  deinit { EVP_CIPHER_CTX_free(pointer) }

  /// Sets cipher, key and nonce, of the lengths that the cipher has.
  func start(_ method: CipherMethod, key: [UInt8], nonce: [UInt8], encrypting: Bool) -> Bool {
    EVP_CipherInit_ex(pointer, method.pointer, nil, key, nonce, encrypting ? 1 : 0) == 1
  }

  /// Encrypts or decrypts bytes.
  ///
  /// The destination must have room for as many bytes as the input: CTR is a stream mode.
  func update(_ bytes: [UInt8], into destination: UnsafeMutablePointer<UInt8>?) -> Bool {
    guard !bytes.isEmpty else { return true }
    var written: Int32 = 0
    return EVP_CipherUpdate(pointer, destination, &written, bytes, Int32(bytes.count)) == 1
  }
}

/// A cipher fetched from OpenSSL once for the life of the process.
// @unchecked: the pointer never changes and OpenSSL only reads a fetched cipher.
final class CipherMethod: @unchecked Sendable {
  let pointer: OpaquePointer

  private init(_ name: String) {
    guard let pointer = EVP_CIPHER_fetch(nil, name, nil) else {
      preconditionFailure("OpenSSL's default provider has no \(name)")
    }
    self.pointer = pointer
  }

  deinit { EVP_CIPHER_free(pointer) }

  static let aes256CTR = CipherMethod("AES-256-CTR")
}
