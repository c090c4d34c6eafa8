internal import COpenSSL

/// Keyed-hash message authentication (RFC 2104) over any ``Digest``.
package enum HMAC {
  /// Computes the code of a message; the key has any length, including 0.
  package static func code(
    for message: [UInt8], key: [UInt8], using digest: Digest
  ) -> [UInt8] {
    HMACKey(key, for: digest).finish(for: message)
  }

  /// Returns true for the message's code, compared in constant time.
  package static func isValid(
    _ code: [UInt8], for message: [UInt8], key: [UInt8], using digest: Digest
  ) -> Bool {
    ConstantTime.areEqual(code, Self.code(for: message, key: key, using: digest))
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
    context = Self.copy(of: digest.hmacTemplate.pointer)
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

// MARK: - Templates

/// An HMAC context with its hash function chosen and no key, to be copied for each use.
// @unchecked: never written after its init; it is only ever the source of a copy.
final class HMACTemplate: @unchecked Sendable {
  let pointer: OpaquePointer

  private init(_ digest: Digest) {
    let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
    defer { EVP_MAC_free(algorithm) }
    guard let context = EVP_MAC_CTX_new(algorithm) else {
      preconditionFailure("OpenSSL's default provider has no HMAC")
    }
    var parameters = OpenSSLParameters()
    parameters.add(OSSL_MAC_PARAM_DIGEST, text: digest.method.name)
    let status = parameters.withPointer { EVP_MAC_CTX_set_params(context, $0) }
    precondition(status == 1, "OpenSSL's HMAC does not take \(digest)")
    pointer = context
  }

  fileprivate static let md5 = HMACTemplate(.md5)
  fileprivate static let sha1 = HMACTemplate(.sha1)
  fileprivate static let sha256 = HMACTemplate(.sha256)
  fileprivate static let sha384 = HMACTemplate(.sha384)
  fileprivate static let sha512 = HMACTemplate(.sha512)
}

extension Digest {
  fileprivate var hmacTemplate: HMACTemplate {
    switch self {
    case .md5: .md5
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
