internal import COpenSSL

/// Keyed-hash message authentication (RFC 2104) over any ``Digest``.
package enum HMAC {
  /// Computes the code of a message; the key has any length, including 0.
  package static func code(
    for message: [UInt8], key: [UInt8], using digest: Digest
  ) -> [UInt8] {
    // EVP_MAC_CTX_dup only reads its source, so threads may copy one at the same time.
    guard let context = EVP_MAC_CTX_dup(digest.method.hmacTemplate) else {
      preconditionFailure("OpenSSL has no memory for an HMAC context")
    }
    defer { EVP_MAC_CTX_free(context) }
    return [UInt8](unsafeUninitializedCapacity: digest.byteCount) { buffer, count in
      var written = 0
      // An empty Swift array may pass a null pointer, which would mean "keep the old key".
      let padded = key.isEmpty ? [0] : key
      precondition(
        EVP_MAC_init(context, padded, key.count, nil) == 1
          && EVP_MAC_update(context, message, message.count) == 1
          && EVP_MAC_final(context, buffer.baseAddress, &written, digest.byteCount) == 1,
        "OpenSSL could not compute an HMAC with \(digest)")
      count = written
    }
  }
}
