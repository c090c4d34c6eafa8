/// A data item of the Concise Binary Object Representation (RFC 8949).
///
/// Strings in chunks and items of indefinite length decode like any others.
package indirect enum CBOR: Hashable, Sendable {
  /// An integer of 0 and above, major type 0.
  case unsigned(UInt64)
  /// An integer below 0, major type 1, as the encoding has it: the integer is -1 - n.
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBOR])
  /// A map: its pairs in the order received, no key twice.
  case map([Pair])
  /// A tagged item; the caller checks the tag's requirements.
  case tag(UInt64, CBOR)
  /// A floating-point number; half and single precision are widened.
  case float(Double)
  case bool(Bool)
  case null
  case undefined

  package struct Pair: Hashable, Sendable {
    package var key: CBOR
    package var value: CBOR

    package init(_ key: CBOR, _ value: CBOR) {
      self.key = key
      self.value = value
    }
  }
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
