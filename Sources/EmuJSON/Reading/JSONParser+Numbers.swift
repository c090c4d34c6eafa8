extension JSONParser {
  /// Reads a number (RFC 8259 §6).
  ///
  /// Numbers beyond the range of a double are errors, since no other reader of JSON would get them
  /// back.
  mutating func parseNumber() throws(JSONError) -> JSON {
    let start = index
    let isNegative = skip(UInt8(ascii: "-"))
    let digitsStart = index
    // The value is accumulated as a negative number, whose range is the larger one.
    var value: Int64 = 0
    var overflows = false
    while index < bytes.count, bytes[index] &- 0x30 < 10 {
      let (tens, overflow1) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow2) = tens.subtractingReportingOverflow(Int64(bytes[index] &- 0x30))
      overflows = overflows || overflow1 || overflow2
      value = next
      index += 1
    }
    let digits = index - digitsStart
    if digits > 1, bytes[digitsStart] == UInt8(ascii: "0") {
      throw failure(.syntax, "a number does not start with a zero and another digit", at: start)
    }
    guard digits > 0 else { throw unexpected("a digit is expected here", missing: "a digit") }
    if index < bytes.count, bytes[index] == 0x2E || bytes[index] | 0x20 == UInt8(ascii: "e") {
      return try parseFraction(start: start)
    }
    if !overflows, isNegative ? value != 0 : value != .min {
      return .int(isNegative ? value : -value)
    }
    return try largeOrFractional(from: start)
  }

  /// Reads on from the point or the exponent.
  private mutating func parseFraction(start: Int) throws(JSONError) -> JSON {
    if skip(UInt8(ascii: ".")), skipDigits() == 0 {
      throw unexpected("a digit must follow the point", missing: "a digit")
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else {
        throw unexpected("a digit is expected in the exponent", missing: "a digit")
      }
    }
    return try largeOrFractional(from: start)
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
    return index - start
  }

  /// The digits that every double holds: a text with as many comes back from the nearest double.
  private static let safeDigits = 15

  /// Returns the number from a start to the index: an integer, the double, or the literal where the
  /// double would lose digits.
  private func largeOrFractional(from start: Int) throws(JSONError) -> JSON {
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let value = Double(text) else {
      throw failure(.syntax, "the number cannot be read", at: start)
    }
    guard value.isFinite else {
      throw failure(
        .outOfRange,
        "the number is too large; write one between -1.797e308 and 1.797e308, or a string",
        at: start)
    }
    let isExact = significantDigits(from: start) <= Self.safeDigits
    if isExact, abs(value) <= 0x1p53, let int = Int64(exactly: value),
      value.sign == .plus || int != 0
    {
      return .int(int)
    }
    let isShortest = isExact && value.isNormal || JSON.double(value).serialized() == text
    return isShortest ? .double(value) : .literal(text)
  }

  /// Returns the number of digits of the mantissa without zeros at its beginning and its end.
  private func significantDigits(from start: Int) -> Int {
    var (count, zeros) = (0, 0)
    for place in start..<index {
      let digit = bytes[place] &- 0x30
      guard digit < 10 else {
        if bytes[place] | 0x20 == UInt8(ascii: "e") { break }
        continue
      }
      zeros = digit == 0 ? zeros + 1 : 0
      if digit > 0 || count > 0 { count += 1 }
    }
    return count - min(zeros, count)
  }
}
