extension CBOR {
  /// The limit of levels of arrays, maps and tags, one within the other.
  package static let maximumDepth = 16

  /// The limit of the input in bytes.
  package static let maximumLength = 64 << 10

  /// Decodes one item that uses all of the bytes.
  ///
  /// - Throws: every code of ``CBORError``.
  package static func decode(_ bytes: [UInt8]) throws(CBORError) -> CBOR {
    let (value, bytesRead) = try decodePrefix(of: bytes)
    guard bytesRead == bytes.count else {
      throw CBORError(
        .trailingBytes, "\(bytes.count - bytesRead) bytes follow the item", offset: bytesRead)
    }
    return value
  }

  /// Decodes the item at the start of the bytes, and returns its length.
  ///
  /// A COSE key ends so where the extensions of authenticator data begin (WebAuthn §6.1).
  ///
  /// - Throws: every code of ``CBORError`` but `trailingBytes`.
  package static func decodePrefix(
    of bytes: some Collection<UInt8>
  ) throws(CBORError) -> (value: CBOR, bytesRead: Int) {
    guard bytes.count <= maximumLength else {
      throw CBORError(
        .tooLarge, "\(bytes.count) bytes are more than the \(maximumLength) allowed", offset: 0)
    }
    var reader = CBORReader(Array(bytes))
    return (try reader.item(), reader.offset)
  }
}
