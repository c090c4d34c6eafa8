internal import COpenSSL

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
