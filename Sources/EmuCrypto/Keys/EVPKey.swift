internal import COpenSSL

/// The owner of an OpenSSL key, private or public.
// @unchecked: no function called on the pointer after init changes the key's value. OpenSSL
// protects its caches inside (exported key data, reference counts) with its own lock, see
// openssl-threads(7). Each operation creates its own context.
final class EVPKey: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes ownership of the caller's reference; the key is freed with this object.
  init(takingOwnershipOf pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { EVP_PKEY_free(pointer) }
}

// MARK: - Making

extension EVPKey {
  /// Generates a key of an OpenSSL type; `configure` sets its parameters and returns true on
  /// success.
  static func generate(
    _ type: String, configure: (OpaquePointer) -> Bool = { _ in true }
  ) throws(CryptoError) -> EVPKey {
    guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else {
      throw .openSSL(.libraryFailure, "cannot make \(type) keys")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var pointer: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, configure(context),
      EVP_PKEY_generate(context, &pointer) == 1, let pointer
    else { throw .openSSL(.libraryFailure, "generating the \(type) key failed") }
    return EVPKey(takingOwnershipOf: pointer)
  }

  /// Builds a public key out of its numbers.
  static func publicKey(
    _ type: String, _ numbers: borrowing OpenSSLParameters
  ) throws(CryptoError) -> EVPKey {
    let context = EVP_PKEY_CTX_new_from_name(nil, type, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var pointer: OpaquePointer?
    let status = numbers.withPointer { numbers in
      guard EVP_PKEY_fromdata_init(context) == 1 else { return Int32(0) }
      return EVP_PKEY_fromdata(context, &pointer, emu_evp_pkey_public_key(), numbers)
    }
    guard status == 1, let pointer else {
      throw .openSSL(.invalidKey, "the numbers make no \(type) key")
    }
    return EVPKey(takingOwnershipOf: pointer)
  }

  /// Returns one of the key's numbers, big-endian, and padded on the left to `count` bytes if
  /// given.
  func number(_ name: String, count: Int? = nil) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else {
      preconditionFailure("a key of this type always has \(name)")
    }
    defer { BN_clear_free(number) }
    return BigNumber.bytes(number, count: count)
  }
}
