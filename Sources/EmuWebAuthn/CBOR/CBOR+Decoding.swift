extension CBOR {
  /// The limit of levels of arrays and maps, one within the other.
  package static let maximumDepth = 16

  /// The limit of the input in bytes.
  package static let maximumLength = 64 << 10

  /// Decodes one item that uses all of the bytes.
  package static func decode(_ bytes: [UInt8]) throws(WebAuthnError) -> CBOR {
    let (value, bytesRead) = try decodePrefix(of: bytes)
    guard bytesRead == bytes.count else {
      throw WebAuthnError(
        "trailingBytes", at: bytesRead, "\(bytes.count - bytesRead) bytes follow the item")
    }
    return value
  }

  /// Decodes the item at the start of the bytes, and returns its length.
  ///
  /// A COSE key ends so where the extensions of authenticator data begin (WebAuthn §6.1).
  package static func decodePrefix(
    of bytes: some Collection<UInt8>
  ) throws(WebAuthnError) -> (value: CBOR, bytesRead: Int) {
    guard bytes.count <= maximumLength else {
      throw WebAuthnError(
        "tooLarge", at: 0, "\(bytes.count) bytes are more than the \(maximumLength) allowed")
    }
    var reader = CBORReader(Array(bytes))
    return (try reader.item(), reader.offset)
  }
}
