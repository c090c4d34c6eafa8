internal import COpenSSL

/// Comparison whose duration says nothing about where two secrets differ.
package enum ConstantTime {
  /// Whether two byte strings are equal; only their lengths may leak.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && (left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0)
  }
}
