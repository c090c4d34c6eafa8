internal import COpenSSL

/// A list of named values for OpenSSL (`OSSL_PARAM(3)`) that owns all its memory.
///
/// The library keeps only pointers to names and values, so a Swift string or array passed to its
/// constructors would be freed before the list is read.
struct OpenSSLParameters: ~Copyable {
  private var list: [OSSL_PARAM] = []
  private var allocations: [UnsafeMutableRawPointer] = []

  init() {}

  deinit {
    for allocation in allocations { allocation.deallocate() }
  }

  mutating func add(_ name: String, text: String) {
    let count = text.utf8.count
    let value = copy(Array(text.utf8) + [0]).assumingMemoryBound(to: CChar.self)
    list.append(OSSL_PARAM_construct_utf8_string(key(name), value, count))
  }

  /// Adds bytes, at least one.
  mutating func add(_ name: String, bytes: [UInt8]) {
    list.append(OSSL_PARAM_construct_octet_string(key(name), copy(bytes), bytes.count))
  }

  /// Adds an unsigned number of at least one big-endian byte; OpenSSL requires the host's order.
  mutating func add(_ name: String, number: [UInt8]) {
    let bytes = Int(1).bigEndian == 1 ? number : number.reversed()
    let value = copy(bytes).assumingMemoryBound(to: UInt8.self)
    list.append(OSSL_PARAM_construct_BN(key(name), value, bytes.count))
  }

  /// Lends the list, with its end mark, to one call.
  func withPointer<Result>(_ body: (UnsafeMutablePointer<OSSL_PARAM>) -> Result) -> Result {
    var whole = list + [OSSL_PARAM_construct_end()]
    return body(&whole)
  }

  private mutating func key(_ name: String) -> UnsafePointer<CChar> {
    UnsafePointer(copy(Array(name.utf8) + [0]).assumingMemoryBound(to: CChar.self))
  }

  private mutating func copy(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    allocations.append(memory)
    return memory
  }
}

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
