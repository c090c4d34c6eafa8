import CCBOR

extension CBOR {
  /// The item in bytes: shortest heads, definite lengths, maps in the order of their pairs.
  ///
  /// Floating-point numbers take 64 bits. Only our own code creates encoded items, so their depth
  /// has no limit.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes
  }

  private func encode(into bytes: inout [UInt8]) {
    switch self {
    case .unsigned(let value): Self.head(&bytes) { cbor_encode_uint(value, $0, $1) }
    case .negative(let value): Self.head(&bytes) { cbor_encode_negint(value, $0, $1) }
    case .bytes(let value):
      Self.head(&bytes) { cbor_encode_bytestring_start(value.count, $0, $1) }
      bytes += value
    case .text(let value):
      Self.head(&bytes) { cbor_encode_string_start(value.utf8.count, $0, $1) }
      bytes += value.utf8
    case .array(let items):
      Self.head(&bytes) { cbor_encode_array_start(items.count, $0, $1) }
      for item in items { item.encode(into: &bytes) }
    case .map(let pairs):
      Self.head(&bytes) { cbor_encode_map_start(pairs.count, $0, $1) }
      for pair in pairs {
        pair.key.encode(into: &bytes)
        pair.value.encode(into: &bytes)
      }
    case .tag(let number, let item):
      Self.head(&bytes) { cbor_encode_tag(number, $0, $1) }
      item.encode(into: &bytes)
    case .float(let value): Self.head(&bytes) { cbor_encode_double(value, $0, $1) }
    case .bool(let value): Self.head(&bytes) { cbor_encode_bool(value, $0, $1) }
    case .null: Self.head(&bytes) { cbor_encode_null($0, $1) }
    case .undefined: Self.head(&bytes) { cbor_encode_undef($0, $1) }
    }
  }

  /// Appends the output of one of libcbor's encoders, at most nine bytes.
  private static func head(
    _ bytes: inout [UInt8], _ encode: (UnsafeMutablePointer<UInt8>?, Int) -> Int
  ) {
    bytes += [UInt8](unsafeUninitializedCapacity: 9) { buffer, written in
      written = encode(buffer.baseAddress, buffer.count)
      precondition(written > 0, "nine bytes hold every head")
    }
  }
}
