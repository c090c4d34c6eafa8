// JSON5's additions to JSON (https://spec.json5.org), only for relaxed documents.

extension JSONParser {
  /// The character at the current position and its length in bytes; nil for invalid UTF-8.
  private var scalar: (value: Unicode.Scalar, length: Int)? {
    guard index < bytes.count else { return nil }
    var rest = bytes[index...].makeIterator()
    var decoder = Unicode.UTF8.ForwardParser()
    guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else { return nil }
    return (Unicode.UTF8.decode(encoded), encoded.count)
  }

  /// The length of the white space at the current position that is not ASCII, or nil.
  var relaxedSpaceLength: Int? {
    guard bytes[index] >= 0x80, let (value, length) = scalar else { return nil }
    switch value {
    case "\u{2028}", "\u{2029}", "\u{FEFF}": return length
    default: return value.properties.generalCategory == .spaceSeparator ? length : nil
    }
  }

  var lineTerminatorLength: Int? {
    switch bytes[index] {
    case 0x0A: return 1
    case 0x0D: return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    case 0xE2:
      let isSeparator =
        index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] | 1 == 0xA9
      return isSeparator ? 3 : nil
    default: return nil
    }
  }

  /// Returns true for a control character that is valid in a string: all except the ends of lines.
  func isRelaxedStringByte(_ byte: UInt8) -> Bool {
    options.isRelaxed && byte < 0x20 && byte != 0x0A && byte != 0x0D
  }

  /// Reads an escape that JSON does not have.
  mutating func parseRelaxedEscape(at start: Int, into text: inout [UInt8]) throws(JSONError) {
    index = start + 1
    switch bytes[index] {
    case UInt8(ascii: "v"):
      index += 1
      text.append(0x0B)
    case UInt8(ascii: "x"):
      index += 1
      var value: UInt8 = 0
      for _ in 0..<2 {
        guard index < bytes.count, let digit = hexDigitValue(bytes[index]) else {
          throw unexpected("two hexadecimal digits must follow \\x", missing: "a hexadecimal digit")
        }
        value = value << 4 | digit
        index += 1
      }
      text.append(contentsOf: String(Unicode.Scalar(value)).utf8)
    case UInt8(ascii: "0"):
      index += 1
      guard index == bytes.count || bytes[index] &- 0x30 >= 10 else {
        throw failure(.syntax, "no digit may follow \\0", at: start)
      }
      text.append(0)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      throw failure(.syntax, "no escape starts with a digit but 0", at: start)
    default:
      if let length = lineTerminatorLength {
        index += length
      } else if let (_, length) = scalar {
        text.append(contentsOf: bytes[index..<(index + length)])
        index += length
      } else {
        throw failure(.invalidUnicode, "the bytes of the string are not UTF-8")
      }
    }
  }

  /// Reads a hexadecimal number from its `x` on; one beyond 63 bits is a double.
  mutating func parseHexNumber(isNegative: Bool) throws(JSONError) -> JSON {
    index += 1
    let start = index
    var value: Int64 = 0
    var fits = true
    while index < bytes.count, let digit = hexDigitValue(bytes[index]) {
      fits = fits && value <= .max >> 4
      if fits { value = value << 4 | Int64(digit) }
      index += 1
    }
    guard index > start else { throw failure(.syntax, "a hexadecimal digit must follow 0x") }
    if fits, value != 0 || !isNegative { return .int(isNegative ? -value : value) }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    let sign = isNegative ? "-" : ""
    if let exact = UInt64(digits, radix: 16) { return .literal("\(sign)\(exact)") }
    guard let large = Double("\(sign)0x\(digits)"), large.isFinite else {
      throw failure(.outOfRange, Self.limit("the number is too large"), at: start)
    }
    return .double(large)
  }

  /// Reads an unquoted key: an identifier of ECMAScript 5.1, whose characters may be escaped.
  mutating func parseBareKey() throws(JSONError) -> String {
    var key = String.UnicodeScalarView()
    while index < bytes.count {
      let start = index
      let value: Unicode.Scalar
      if bytes[index] == UInt8(ascii: "\\") {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else {
          throw failure(.syntax, "only \\u escapes are allowed in a key without quotes")
        }
        index += 2
        value = try parseScalar(at: start)
        guard Self.isInKey(value, isFirst: key.isEmpty) else {
          throw failure(.syntax, "a key with this character needs quotes", at: start)
        }
      } else {
        guard let (next, length) = scalar else { throw invalidUTF8(in: index..<(index + 1)) }
        guard Self.isInKey(next, isFirst: key.isEmpty) else { break }
        value = next
        index += length
      }
      key.append(value)
    }
    guard !key.isEmpty else {
      throw unexpected("a key is expected here", missing: "a key", words: Self.keyExpected)
    }
    return String(key)
  }

  private static func isInKey(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_", "$": return true
    case "0"..."9": return !isFirst
    case "\u{200C}", "\u{200D}": return !isFirst
    default: break
    }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return false
    }
  }
}
