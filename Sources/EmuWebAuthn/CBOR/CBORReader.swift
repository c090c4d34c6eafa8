/// Reads items from bytes, one after the other (RFC 8949 §3).
struct CBORReader {
  /// The offset of the first byte that is not read.
  private(set) var offset = 0

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads one item with everything in it.
  ///
  /// - Parameter depth: the number of arrays and maps around it.
  mutating func item(depth: Int = 0) throws(WebAuthnError) -> CBOR {
    let start = offset
    let (major, argument) = try head()
    switch (major, argument) {
    case (0, _): return .unsigned(argument)
    case (1, _): return .negative(argument)
    case (2, _): return .bytes(Array(try take(argument, from: start)))
    case (3, _):
      guard let text = String(validating: try take(argument, from: start), as: UTF8.self) else {
        throw WebAuthnError("invalidText", at: start, "a text string is not UTF-8")
      }
      return .text(text)
    case (4...5, _):
      guard depth < CBOR.maximumDepth else {
        throw WebAuthnError(
          "tooDeep", at: start, "items lie more than \(CBOR.maximumDepth) levels deep")
      }
      // An item has a byte at least.
      guard argument <= UInt64(bytes.count - offset) else { throw truncated(start) }
      return major == 4
        ? .array(try items(argument, depth: depth + 1))
        : .map(try pairs(argument, depth: depth + 1))
    case (7, 20): return .bool(false)
    case (7, 21): return .bool(true)
    case (7, 22): return .null
    default: throw WebAuthnError("malformed", at: start, "no authenticator writes such an item")
    }
  }

  private mutating func items(_ count: UInt64, depth: Int) throws(WebAuthnError) -> [CBOR] {
    var items: [CBOR] = []
    for _ in 0..<count { items.append(try item(depth: depth)) }
    return items
  }

  private mutating func pairs(_ count: UInt64, depth: Int) throws(WebAuthnError) -> [CBOR: CBOR] {
    var pairs: [CBOR: CBOR] = [:]
    for _ in 0..<count {
      let start = offset
      let key = try item(depth: depth)
      guard pairs[key] == nil else {
        throw WebAuthnError("duplicateKey", at: start, "a map has a key twice")
      }
      pairs[key] = try item(depth: depth)
    }
    return pairs
  }

  // MARK: - Bytes

  /// Reads the major type and the argument: a value or a count.
  private mutating func head() throws(WebAuthnError) -> (major: UInt8, argument: UInt64) {
    let start = offset
    guard let initial = try take(1, from: start).first else { throw truncated(start) }
    let (major, information) = (initial >> 5, initial & 0x1f)
    switch information {
    case ..<24: return (major, UInt64(information))
    case 24...27 where major != 7:
      let argument = try take(1 << UInt64(information - 24), from: start)
        .reduce(0) { $0 << 8 | UInt64($1) }
      return (major, argument)
    default: throw WebAuthnError("malformed", at: start, "no item begins with this byte")
    }
  }

  /// Reads bytes.
  ///
  /// - Parameter start: the offset of their item, for the error.
  private mutating func take(
    _ count: UInt64, from start: Int
  ) throws(WebAuthnError) -> ArraySlice<UInt8> {
    guard count <= UInt64(bytes.count - offset) else { throw truncated(start) }
    defer { offset += Int(count) }
    return bytes[offset..<offset + Int(count)]
  }

  private func truncated(_ start: Int) -> WebAuthnError {
    WebAuthnError("truncated", at: start, "the bytes end within an item")
  }
}
