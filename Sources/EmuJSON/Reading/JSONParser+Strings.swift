extension JSONParser {
  /// Reads a string from its opening quote to its closing one.
  mutating func parseString() throws(JSONError) -> String {
    let quote = bytes[index]
    let start = index + 1
    let (end, isASCII) = StringScan.run(in: bytes.span, from: start, quote: quote)
    guard end < bytes.count else { throw unclosedString(start: start, end: end) }
    if bytes[end] == quote {
      index = end + 1
      // Plain ASCII, the usual case, is valid as it is.
      if isASCII { return String(decoding: bytes[start..<end], as: UTF8.self) }
      return try validString(bytes[start..<end])
    }
    if bytes[end] == UInt8(ascii: "\\") {
      return try parseEscapedString(quote: quote, start: start, escape: end)
    }
    throw unclosedString(start: start, end: end)
  }

  /// Reads on from the first byte that needs care, into a buffer.
  private mutating func parseEscapedString(quote: UInt8, start: Int, escape: Int)
    throws(JSONError) -> String
  {
    var text = Array(bytes[start..<escape])
    index = escape
    while index < bytes.count {
      let runStart = index
      index = StringScan.run(in: bytes.span, from: runStart, quote: quote).end
      text.append(contentsOf: bytes[runStart..<index])
      guard index < bytes.count, bytes[index] >= 0x20 else { break }
      if bytes[index] == quote {
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw invalidUTF8(in: start..<(index - 1))
        }
        return string
      }
      try parseEscape(into: &text)
    }
    throw unclosedString(start: start, end: index)
  }

  private mutating func parseEscape(into text: inout [UInt8]) throws(JSONError) {
    let start = index
    guard index + 1 < bytes.count else { throw endFailure("the rest of an escape") }
    index += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
    case UInt8(ascii: "'") where options.isRelaxed: text.append(UInt8(ascii: "'"))
    case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try parseScalar(at: start)).utf8)
    default: throw failure(.syntax, "no escape starts with these two characters", at: start)
    }
  }

  /// Reads the hexadecimal digits of an escape, and of its second half if it is a surrogate pair.
  private mutating func parseScalar(at start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try parseHexUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    {
      index += 2
      let low = try parseHexUnit()
      if low >= 0xDC00, low < 0xE000 {
        let value = 0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00)
        if let scalar = Unicode.Scalar(value) { return scalar }
      }
    }
    throw failure(.invalidUnicode, "the escape is half of a surrogate pair", at: start)
  }

  private mutating func parseHexUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard index < bytes.count, let digit = hexDigitValue(bytes[index]) else {
        throw unexpected("four hexadecimal digits must follow \\u", missing: "a hexadecimal digit")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  func validString(_ slice: ArraySlice<UInt8>) throws(JSONError) -> String {
    guard let string = String(validating: slice, as: UTF8.self) else {
      throw invalidUTF8(in: slice.indices)
    }
    return string
  }

  func invalidUTF8(in range: Range<Int>) -> JSONError {
    var offset = range.lowerBound
    var rest = bytes[range].makeIterator()
    var decoder = Unicode.UTF8.ForwardParser()
    scan: while true {
      switch decoder.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error, .emptyInput: break scan
      }
    }
    return failure(.invalidUnicode, "the bytes of the string are not UTF-8", at: offset)
  }

  private func unclosedString(start: Int, end: Int) -> JSONError {
    if end < bytes.count {
      return failure(.syntax, "a control character in a string must be escaped", at: end)
    }
    var error = failure(.unexpectedEnd, "the string does not end", at: start - 1)
    error.frontEndText = "Closing quote expected in string.\n\n^"
    return error
  }
}

func hexDigitValue(_ byte: UInt8) -> UInt8? {
  Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
}
