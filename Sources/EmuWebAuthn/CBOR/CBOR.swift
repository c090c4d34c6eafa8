/// A data item of the Concise Binary Object Representation (RFC 8949).
///
/// Authenticators and browsers write the canonical form of CTAP2, which has no tags and no items of
/// indefinite length; their items have no floating-point numbers either.
package indirect enum CBOR: Hashable, Sendable {
  /// An integer of 0 and above, major type 0.
  case unsigned(UInt64)
  /// An integer below 0, major type 1, as the encoding has it: the integer is -1 - n.
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBOR])
  case map([CBOR: CBOR])
  case bool(Bool)
  case null
}

// MARK: - Literals

extension CBOR: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) {
    // For a negative number, -1 - n is the complement of its bits.
    self = value < 0 ? .negative(UInt64(~value)) : .unsigned(UInt64(value))
  }
}

extension CBOR: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self = .text(value)
  }
}
