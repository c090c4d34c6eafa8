internal import COpenSSL

/// The hash functions the backend and its issuers use.
///
/// MD5 and SHA-1 are for imported passwords and certificate thumbprints, never for signatures.
package enum Digest: Sendable, Hashable, CaseIterable {
  case md5
  case sha1
  case sha256
  case sha384
  case sha512

  package var byteCount: Int { Int(EVP_MD_get_size(method.pointer)) }

  /// Returns the hash of the bytes, `byteCount` bytes long.
  package func hash(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var written: UInt32 = 0
      let status = EVP_Digest(
        bytes, bytes.count, buffer.baseAddress, &written, method.pointer, nil)
      // Only a missing algorithm or no memory fails here, and the algorithm was fetched before.
      precondition(status == 1, "OpenSSL could not hash with \(self)")
      count = Int(written)
    }
  }

  /// Hashes the bytes and writes the value as lower-case hexadecimal text.
  package func hex(_ bytes: [UInt8]) -> String {
    Hex.encode(hash(bytes))
  }

  /// Hashes a text in UTF-8, in the same form.
  package func hex(_ text: String) -> String { hex(Array(text.utf8)) }
}

/// Comparison whose duration does not depend on where two secrets differ.
package enum ConstantTime {
  /// Returns true for equal byte strings; only their lengths may leak.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && (left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0)
  }
}
