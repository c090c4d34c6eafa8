internal import COpenSSL

/// Comparison whose duration does not depend on where two secrets differ.
package enum ConstantTime {
  /// Returns true for equal byte strings; only their lengths may leak.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && (left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0)
  }
}
