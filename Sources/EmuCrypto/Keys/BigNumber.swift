internal import COpenSSL

/// Conversions between OpenSSL's `BIGNUM` and big-endian bytes.
enum BigNumber {
  /// Creates a number that the caller frees with `BN_free`; nil when there is no memory.
  static func make(_ bytes: [UInt8]) -> OpaquePointer? {
    BN_bin2bn(bytes, Int32(bytes.count), nil)
  }

  /// Encodes a number with the minimum of bytes, or padded on the left to `count`.
  static func bytes(_ number: OpaquePointer, count: Int? = nil) -> [UInt8] {
    let count = count ?? (Int(BN_num_bits(number)) + 7) / 8
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      let status = BN_bn2binpad(number, buffer.baseAddress, Int32(count))
      precondition(Int(status) == count, "the number is longer than its field")
      written = count
    }
  }
}
