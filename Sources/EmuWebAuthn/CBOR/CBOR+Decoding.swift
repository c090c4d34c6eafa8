extension CBOR {
  /// The limits of accepted input.
  package struct Limits: Sendable {
    /// The levels of arrays, maps and tags, one within the other.
    package var depth: Int
    /// The length of the input in bytes.
    package var bytes: Int

    package init(depth: Int = 16, bytes: Int = 64 << 10) {
      self.depth = depth
      self.bytes = bytes
    }
  }

  /// Decodes one item that uses all of the bytes.
  ///
  /// - Throws: every code of ``CBORError``.
  package static func decode(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(CBORError) -> CBOR {
    let (value, bytesRead) = try decodePrefix(of: bytes, limits: limits)
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
    of bytes: some Collection<UInt8>, limits: Limits = Limits()
  ) throws(CBORError) -> (value: CBOR, bytesRead: Int) {
    guard bytes.count <= limits.bytes else {
      throw CBORError(
        .tooLarge, "\(bytes.count) bytes are more than the \(limits.bytes) allowed", offset: 0)
    }
    var reader = CBORReader(Array(bytes), maximumDepth: limits.depth)
    return (try reader.item(), reader.offset)
  }
}
