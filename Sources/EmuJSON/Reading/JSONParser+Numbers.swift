extension JSONParser {
  /// Reads a number (RFC 8259 §6); in a relaxed document also `+1`, `.5`, `5.`, `0xFF`, `Infinity`
  /// and `NaN`.
  mutating func parseNumber() throws(JSONError) -> JSON {
    let start = index
    var isNegative = false
    if skip(UInt8(ascii: "-")) {
      isNegative = true
    } else if options.isRelaxed {
      _ = skip(UInt8(ascii: "+"))
    }
    if options.isRelaxed, let value = try parseNumberWord(isNegative: isNegative) { return value }
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
    if options.isRelaxed, digits == 1, value == 0, index < bytes.count,
      bytes[index] | 0x20 == UInt8(ascii: "x")
    {
      return try parseHexNumber(isNegative: isNegative)
    }
    if digits > 1, bytes[digitsStart] == UInt8(ascii: "0") {
      throw failure(.syntax, "a number does not start with a zero and another digit", at: start)
    }
    if digits == 0, !(options.isRelaxed && index < bytes.count && bytes[index] == 0x2E) {
      guard index < bytes.count else { throw endFailure("a digit") }
      throw failure(.syntax, "a digit is expected here, not \(shownByte)")
    }
    if index < bytes.count, bytes[index] == 0x2E || bytes[index] | 0x20 == UInt8(ascii: "e") {
      return try parseFraction(start: start, hasDigits: digits > 0)
    }
    if !overflows, isNegative ? value != 0 : value != .min {
      return .int(isNegative ? value : -value)
    }
    return .double(try doubleValue(from: start))
  }

  /// Reads on from the point or the exponent.
  private mutating func parseFraction(start: Int, hasDigits: Bool) throws(JSONError) -> JSON {
    if skip(UInt8(ascii: ".")) {
      let digits = skipDigits()
      guard digits > 0 || options.isRelaxed && hasDigits else {
        guard index < bytes.count else { throw endFailure("a digit") }
        throw failure(.syntax, "a digit must follow the point, not \(shownByte)")
      }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else {
        guard index < bytes.count else { throw endFailure("a digit") }
        throw failure(.syntax, "a digit is expected in the exponent, not \(shownByte)")
      }
    }
    let value = try doubleValue(from: start)
    // Beyond 2^53 a double does not show that the literal was exactly that integer.
    if abs(value) <= 0x1p53, let int = Int64(integral: value), value.sign == .plus || int != 0 {
      return .int(int)
    }
    return .double(value)
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
    return index - start
  }

  private func doubleValue(from start: Int) throws(JSONError) -> Double {
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let value = Double(text) else {
      throw failure(.syntax, "the number cannot be read", at: start)
    }
    return value
  }
}
