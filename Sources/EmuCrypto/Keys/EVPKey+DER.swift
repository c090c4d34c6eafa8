internal import COpenSSL

extension EVPKey {
  /// Reads a private key: PKCS#8, or the older PKCS#1 and SEC 1 forms.
  static func privateKey(der: [UInt8]) throws(CryptoError) -> EVPKey {
    try read(der, what: "private key") { d2i_AutoPrivateKey(nil, $0, der.count) }
  }

  /// Reads a public key as SubjectPublicKeyInfo (RFC 5280 §4.1).
  static func publicKey(der: [UInt8]) throws(CryptoError) -> EVPKey {
    try read(der, what: "public key") { d2i_PUBKEY(nil, $0, der.count) }
  }

  /// The private key as PKCS#8 `PrivateKeyInfo` (RFC 5208).
  var pkcs8: [UInt8] {
    guard let info = EVP_PKEY2PKCS8(pointer) else {
      preconditionFailure("a key that was made or read can be written")
    }
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    return derBytes { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
  }

  var subjectPublicKeyInfo: [UInt8] {
    derBytes { i2d_PUBKEY(pointer, $0) }
  }

  private static func read(
    _ der: [UInt8], what: String,
    with decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> OpaquePointer?
  ) throws(CryptoError) -> EVPKey {
    let (pointer, isWhole) = derObject(der, decode)
    guard let pointer else { throw .openSSL(.invalidKey, "these bytes are no DER \(what)") }
    let key = EVPKey(takingOwnershipOf: pointer)
    // A reader that tries several forms leaves the errors of those that did not fit.
    ERR_clear_error()
    guard isWhole else {
      throw CryptoError(.invalidKey, "bytes follow the DER \(what)")
    }
    return key
  }
}

/// Runs one of OpenSSL's `d2i_…` functions; `isWhole` is true where the object has all bytes.
func derObject(
  _ der: [UInt8], _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> OpaquePointer?
) -> (pointer: OpaquePointer?, isWhole: Bool) {
  der.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else { return (nil, false) }
    var cursor: UnsafePointer<UInt8>? = start
    let pointer = decode(&cursor)
    return (pointer, cursor == start + buffer.count)
  }
}

/// Runs one of OpenSSL's `i2d_…` functions, which cannot fail on an object that was read or made.
func derBytes(
  _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) -> [UInt8] {
  let count = Int(encode(nil))
  precondition(count > 0, "OpenSSL cannot write an object it holds")
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
    var cursor = buffer.baseAddress
    written = Int(encode(&cursor))
  }
}
