internal import COpenSSL

/// Keyed-hash message authentication (RFC 2104) over any ``Digest``.
package enum HMAC {
  /// Computes the code of a message; the key has any length, including 0.
  package static func code(
    for message: [UInt8], key: [UInt8], using digest: Digest
  ) -> [UInt8] {
    HMACKey(key, for: digest).finish(for: message)
  }
}

/// A key for the codes of many messages; its setup is computed once.
// @unchecked: after its init the context is only copied, except for a key of one code.
package final class HMACKey: @unchecked Sendable {
  private let context: OpaquePointer
  private let digest: Digest

  /// - Parameter key: of any length, including 0.
  package init(_ key: [UInt8], for digest: Digest) {
    self.digest = digest
    context = Self.copy(of: digest.method.hmacTemplate)
    // An empty Swift array may pass a null pointer, which would mean "keep the old key".
    let status = key.withUnsafeBufferPointer { key in
      var none: UInt8 = 0
      return key.baseAddress.map { EVP_MAC_init(context, $0, key.count, nil) }
        ?? EVP_MAC_init(context, &none, 0, nil)
    }
    precondition(status == 1, "OpenSSL could not take a key for an HMAC with \(digest)")
  }

  deinit { EVP_MAC_CTX_free(context) }

  package func code(for message: [UInt8]) -> [UInt8] {
    let copy = Self.copy(of: context)
    defer { EVP_MAC_CTX_free(copy) }
    return Self.code(for: message, in: copy, digest)
  }

  /// Computes a code with a key that is used only once.
  fileprivate func finish(for message: [UInt8]) -> [UInt8] {
    Self.code(for: message, in: context, digest)
  }

  private static func code(
    for message: [UInt8], in context: OpaquePointer, _ digest: Digest
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: digest.byteCount) { buffer, count in
      var written = 0
      precondition(
        EVP_MAC_update(context, message, message.count) == 1
          && EVP_MAC_final(context, buffer.baseAddress, &written, digest.byteCount) == 1,
        "OpenSSL could not compute an HMAC with \(digest)")
      count = written
    }
  }

  /// EVP_MAC_CTX_dup only reads its source, so threads may copy one at the same time.
  private static func copy(of context: OpaquePointer) -> OpaquePointer {
    guard let copy = EVP_MAC_CTX_dup(context) else {
      preconditionFailure("OpenSSL has no memory for an HMAC context")
    }
    return copy
  }
}
