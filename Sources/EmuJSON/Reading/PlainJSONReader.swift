/// Reads values in the usual form of generated JSON, without a tree.
///
/// A method steps over white space and its value. It returns nil (or false) for anything else:
/// another type, a text with escapes, JSON5, invalid JSON. The reader is then unusable, and
/// ``JSON`` reads the same text, supports all forms and reports errors. Values have the same
/// meaning in both.
package struct PlainJSONReader {
  /// On old systems, only this kind of array provides a span.
  private let bytes: ContiguousArray<UInt8>
  private let end: Int
  private let options: JSONParsingOptions
  /// The position after the last value.
  package internal(set) var position: Int

  /// - Parameter range: the range of the value; any bytes may follow it.
  package init(
    _ bytes: ContiguousArray<UInt8>, _ range: Range<Int>, options: JSONParsingOptions = .strict
  ) {
    self.bytes = bytes
    self.options = options
    position = range.lowerBound
    end = range.upperBound
  }

  /// Returns true when only white space remains.
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

  /// Reads the key of a member, with its colon.
  ///
  /// - Returns: the index of the key among the names; nil also for any other key.
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
    let isTrue = steps(over: Self.yes)
    guard isTrue || steps(over: Self.no), isBehindWord else { return nil }
    return isTrue
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
    guard digits > 0, digits == 1 || bytes[start] != 0x30, isBehindWord else { return nil }
    return value
  }

  /// The same as ``integer()``, and the same number as text, as proto-JSON writes 64 bits.
  mutating func textualInteger() -> Int64? {
    skipSpace()
    guard position < end, bytes[position] == UInt8(ascii: "\"") else { return integer() }
    guard let (range, _) = string(), (1...18).contains(range.count) else { return nil }
    var value: Int64 = 0
    for place in range {
      guard bytes[place] &- 0x30 < 10 else { return nil }
      value = value * 10 + Int64(bytes[place] &- 0x30)
    }
    return range.count == 1 || bytes[range.lowerBound] != 0x30 ? value : nil
  }

  /// Skips a value of any form but `null`, by its quotes and brackets alone. The rest is checked
  /// when the value is read.
  mutating func skipValue() -> Bool {
    skipSpace()
    var depth = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard string() != nil else { return false }
        if depth == 0 { return true }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return false }
        depth -= 1
        position += 1
        if depth == 0 { return true }
      case UInt8(ascii: "n") where depth == 0: return false
      default:
        guard depth == 0 else {
          position += 1
          continue
        }
        return skipWord()
      }
    }
    return false
  }

  /// Steps over a number or a word.
  private mutating func skipWord() -> Bool {
    let start = position
    while position < end, !isBehindWord { position += 1 }
    return position > start && position < end
  }

  /// True when the next byte cannot be a part of a number or a word.
  private var isBehindWord: Bool {
    guard position < end else { return false }
    switch bytes[position] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D:
      return true
    default: return false
    }
  }

  /// A value of any form, as a tree.
  ///
  /// - Parameter depth: the number of enclosing objects and arrays.
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
