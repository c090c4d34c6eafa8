/// Reads values in the form in which programs write nearly all of them, without a tree.
///
/// A method steps over white space and what it reads, or returns nil (or false) for anything else: another
/// type, a text with escapes, JSON5, what is no JSON. The reader is then of no more use, and ``JSON`` reads
/// the same text, knows all forms and says what is wrong. What is read here means the same there.
package struct PlainJSONReader {
  /// Only of this kind of array can old systems give a span.
  private let bytes: ContiguousArray<UInt8>
  private let end: Int
  private let options: JSONParsingOptions
  /// Behind what was read.
  package private(set) var position: Int

  /// - Parameter range: where the value is; what is behind it may be anything.
  package init(
    _ bytes: ContiguousArray<UInt8>, _ range: Range<Int>, options: JSONParsingOptions = .strict
  ) {
    self.bytes = bytes
    self.options = options
    position = range.lowerBound
    end = range.upperBound
  }

  /// Whether nothing but white space is left.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == end
  }

  /// Steps over a byte of the structure.
  package mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// The key of a member, with its colon.
  ///
  /// - Returns: the place of the key among the names; nil for any other key too.
  package mutating func key(of names: JSONNames) -> Int? {
    guard let (range, _) = string(), let place = names.place(of: range, in: bytes),
      skip(UInt8(ascii: ":"))
    else { return nil }
    return place
  }

  package mutating func text() -> String? {
    guard let (range, isASCII) = string() else { return nil }
    // ASCII is valid as it is.
    return isASCII
      ? String(decoding: bytes[range], as: UTF8.self)
      : String(validating: bytes[range], as: UTF8.self)
  }

  package mutating func bool() -> Bool? {
    skipSpace()
    if steps(over: Self.yes) { return true }
    return steps(over: Self.no) ? false : nil
  }

  /// A number of at most 18 digits that is neither negative nor has a fraction or an exponent.
  package mutating func integer() -> Int64? {
    skipSpace()
    let start = position
    var value: Int64 = 0
    while position < end, bytes[position] &- 0x30 < 10, position - start < 18 {
      value = value * 10 + Int64(bytes[position] &- 0x30)
      position += 1
    }
    let digits = position - start
    guard digits > 0, digits == 1 || bytes[start] != 0x30, position < end else { return nil }
    switch bytes[position] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D:
      return value
    default: return nil
    }
  }

  /// A value of any form, as a tree.
  ///
  /// - Parameter depth: how many objects and arrays it is in.
  package mutating func tree(depth: Int) -> JSON? {
    skipSpace()
    var parser = JSONParser(bytes, at: position, options: options)
    guard let value = try? parser.parseValue(depth: depth), parser.index <= end else { return nil }
    position = parser.index
    return value
  }

  /// The bytes of a string without its quotes.
  private mutating func string() -> (Range<Int>, isASCII: Bool)? {
    let quote = UInt8(ascii: "\"")
    guard skip(quote) else { return nil }
    let start = position
    let (stop, isASCII) = StringScan.run(in: bytes.span, from: start, quote: quote)
    guard stop < end, bytes[stop] == quote else { return nil }
    position = stop + 1
    return (start..<stop, isASCII)
  }

  private mutating func steps(over word: [UInt8]) -> Bool {
    guard bytes[position..<end].starts(with: word) else { return false }
    position += word.count
    return true
  }

  private static let yes = Array("true".utf8)
  private static let no = Array("false".utf8)

  private mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }
}

/// The names of an object's members, to be found among bytes.
package struct JSONNames: Sendable {
  private static let slotCount = 64

  private let names: [ContiguousArray<UInt8>]
  /// The places of names by their lengths and ends; those that meet stand behind one another.
  private var slots = [UInt8](repeating: .max, count: slotCount)

  /// - Parameter names: at most 32.
  package init(_ names: [String]) {
    precondition(names.count <= Self.slotCount / 2, "a table of names is too small")
    self.names = names.map { ContiguousArray($0.utf8) }
    for (place, name) in self.names.enumerated() {
      var slot = Self.slot(0..<name.count, name)
      while slots[slot] != .max { slot = (slot + 1) % Self.slotCount }
      slots[slot] = UInt8(place)
    }
  }

  /// The place of a name among those of the table.
  func place(of range: Range<Int>, in bytes: ContiguousArray<UInt8>) -> Int? {
    guard !range.isEmpty else { return nil }
    var slot = Self.slot(range, bytes)
    while slots[slot] != .max {
      let place = Int(slots[slot])
      if isSame(names[place], range, bytes) { return place }
      slot = (slot + 1) % Self.slotCount
    }
    return nil
  }

  private func isSame(
    _ name: ContiguousArray<UInt8>, _ range: Range<Int>, _ bytes: ContiguousArray<UInt8>
  ) -> Bool {
    guard name.count == range.count else { return false }
    for index in name.indices where name[index] != bytes[range.lowerBound + index] { return false }
    return true
  }

  private static func slot(_ range: Range<Int>, _ bytes: ContiguousArray<UInt8>) -> Int {
    let (first, last) = (Int(bytes[range.lowerBound]), Int(bytes[range.upperBound - 1]))
    return (range.count &* 5 &+ first &* 3 &+ last) % slotCount
  }
}
