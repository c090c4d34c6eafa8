extension CBOR {
  /// Returns the value of a map's key; nil without the key, or when this is not a map.
  ///
  /// A COSE key reads `key[3]` for its algorithm, an attestation object `object["fmt"]`.
  package subscript(key: CBOR) -> CBOR? {
    map?[key]
  }

  /// The integer, if this is one that fits.
  package var integer: Int64? {
    switch self {
    case .unsigned(let value): Int64(exactly: value)
    case .negative(let value): Int64(exactly: value).map { ~$0 }
    default: nil
    }
  }

  package var bytes: [UInt8]? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }

  package var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  package var array: [CBOR]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  package var map: [CBOR: CBOR]? {
    guard case .map(let pairs) = self else { return nil }
    return pairs
  }
}
