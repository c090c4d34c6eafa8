/// Reads items from bytes, one after the other (RFC 8949 §3).
struct CBORReader {
  /// The initial byte of an item, with its argument.
  private struct Head {
    /// The major type, 0 to 7.
    let major: UInt8
    /// The low five bits of the initial byte.
    let information: UInt8
    /// The argument: a value, a count or a tag's number; nil for an indefinite length or a break.
    let argument: UInt64?
  }

  /// The offset of the first byte that is not read.
  private(set) var offset = 0

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads one item with everything in it.
  ///
  /// - Parameter depth: the number of arrays, maps and tags around it.
  mutating func item(depth: Int = 0) throws(CBORError) -> CBOR {
    let start = offset
    let head = try self.head()
    switch (head.major, head.argument) {
    case (0, let value?): return .unsigned(value)
    case (1, let value?): return .negative(value)
    case (2...3, _): return try string(head, start)
    case (4...6, _):
      guard depth < CBOR.maximumDepth else {
        throw CBORError(
          .tooDeep, "items lie more than \(CBOR.maximumDepth) levels deep", offset: start)
      }
      return try container(head, depth: depth + 1, start)
    case (7, let value?): return try simple(head.information, value, start)
    default: throw CBORError(.malformed, "a break ends nothing", offset: start)
    }
  }

  // MARK: - Kinds of items

  private mutating func container(
    _ head: Head, depth: Int, _ start: Int
  ) throws(CBORError) -> CBOR {
    if head.major == 6 {
      guard let number = head.argument else {
        throw CBORError(.malformed, "a tag has no number", offset: start)
      }
      return .tag(number, try item(depth: depth))
    }
    var left = head.argument
    // An item has a byte at least.
    guard left ?? 0 <= UInt64(bytes.count - offset) else { throw truncated(start) }
    if head.major == 4 {
      var items: [CBOR] = []
      while !isFinished(&left) { items.append(try item(depth: depth)) }
      return .array(items)
    }
    var pairs: [CBOR.Pair] = []
    var keys: Set<CBOR> = []
    while !isFinished(&left) {
      let keyStart = offset
      let key = try item(depth: depth)
      guard keys.insert(key).inserted else {
        throw CBORError(.duplicateKey, "a map has a key twice", offset: keyStart)
      }
      pairs.append(CBOR.Pair(key, try item(depth: depth)))
    }
    return .map(pairs)
  }

  /// Reads a string: its bytes, or strings with a length up to a break.
  private mutating func string(_ head: Head, _ start: Int) throws(CBORError) -> CBOR {
    if let count = head.argument {
      let bytes = try take(count, from: start)
      if head.major == 2 { return .bytes(Array(bytes)) }
      // So each piece is UTF-8 by itself (RFC 8949 §3.2.3).
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CBORError(.invalidText, "a text string is not UTF-8", offset: start)
      }
      return .text(text)
    }
    var pieces: [CBOR] = []
    var left: UInt64?
    while !isFinished(&left) {
      let start = offset
      let piece = try self.head()
      guard piece.major == head.major, piece.argument != nil else {
        throw CBORError(.malformed, "a string has a piece of another kind", offset: start)
      }
      pieces.append(try string(piece, start))
    }
    return head.major == 2
      ? .bytes(pieces.flatMap { $0.bytes ?? [] }) : .text(pieces.compactMap(\.text).joined())
  }

  private func simple(
    _ information: UInt8, _ value: UInt64, _ start: Int
  ) throws(CBORError) -> CBOR {
    switch information {
    case 20: return .bool(false)
    case 21: return .bool(true)
    case 22: return .null
    case 23: return .undefined
    case 25: return .float(Self.half(value))
    case 26: return .float(Double(Float(bitPattern: UInt32(value))))
    case 27: return .float(Double(bitPattern: value))
    default: throw CBORError(.malformed, "a simple value is not assigned", offset: start)
    }
  }

  /// Widens a number of half precision; macOS on Intel has no type for it (RFC 8949 appendix D).
  private static func half(_ bits: UInt64) -> Double {
    let fraction = Double(bits & 0x3ff)
    let magnitude =
      switch Int(bits >> 10 & 0x1f) {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? Double.infinity : .nan
      case let exponent:
        Double(sign: .plus, exponent: exponent - 25, significand: fraction + 1024)
      }
    return bits & 0x8000 == 0 ? magnitude : -magnitude
  }

  // MARK: - Bytes

  private mutating func head() throws(CBORError) -> Head {
    let start = offset
    guard let initial = try take(1, from: start).first else { throw truncated(start) }
    let (major, information) = (initial >> 5, initial & 0x1f)
    switch information {
    case ..<24: return Head(major: major, information: information, argument: UInt64(information))
    case 24...27:
      let argument = try take(1 << UInt64(information - 24), from: start)
        .reduce(0) { $0 << 8 | UInt64($1) }
      return Head(major: major, information: information, argument: argument)
    case 31: return Head(major: major, information: information, argument: nil)
    default: throw CBORError(.malformed, "no item begins with this byte", offset: start)
    }
  }

  /// Returns true at the end of an item, and consumes its break or counts down.
  ///
  /// - Parameter left: the items that follow; nil where a break ends them.
  private mutating func isFinished(_ left: inout UInt64?) -> Bool {
    if let count = left {
      guard count > 0 else { return true }
      left = count - 1
      return false
    }
    guard offset < bytes.count, bytes[offset] == 0xff else { return false }
    offset += 1
    return true
  }

  /// Reads bytes.
  ///
  /// - Parameter start: the offset of their item, for the error.
  private mutating func take(
    _ count: UInt64, from start: Int
  ) throws(CBORError) -> ArraySlice<UInt8> {
    guard count <= UInt64(bytes.count - offset) else { throw truncated(start) }
    defer { offset += Int(count) }
    return bytes[offset..<offset + Int(count)]
  }

  private func truncated(_ start: Int) -> CBORError {
    CBORError(.truncated, "the bytes end within an item", offset: start)
  }
}
