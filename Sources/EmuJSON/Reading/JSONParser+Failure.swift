extension JSONParser {
  /// Returns an error at an offset, by default the current one, with its line and column.
  ///
  /// - Parameter words: the failure in the words of Google's front end.
  func failure(
    _ code: JSONError.Code, _ message: String, at offset: Int? = nil, words: String? = nil
  ) -> JSONError {
    let offset = min(offset ?? index, bytes.count)
    var error = JSONError(code, message)
    var line = 1
    var lineStart = start
    for position in start..<offset where bytes[position] == 0x0A {
      line += 1
      lineStart = position + 1
    }
    error.offset = offset
    error.line = line
    error.column = offset - lineStart + 1
    error.frontEndText = words.map { citing(offset, after: $0) }
    return error
  }

  /// Returns the error of a byte that breaks a rule, or of the end of the text.
  ///
  /// - Parameters:
  ///   - missing: what the text may not end before.
  ///   - words: the rule in the words of Google's front end.
  func unexpected(_ rule: String, missing: String, words: String? = nil) -> JSONError {
    index < bytes.count
      ? failure(.syntax, "\(rule), not \(shownByte)", words: words)
      : endFailure(missing, words: words)
  }

  func endFailure(_ missing: String, words: String? = nil) -> JSONError {
    failure(
      .unexpectedEnd, "the text ends where \(missing) is expected", at: bytes.count,
      words: words.map { "Unexpected end of string. \($0)" })
  }

  /// Returns the error of a byte with which no value begins.
  func noValueFailure() -> JSONError {
    failure(
      .syntax, "a value is expected here, not \(shownByte)",
      words: Self.beginsToken(bytes[index]) ? Self.unexpectedToken : Self.valueExpected)
  }

  static var unexpectedToken: String { "Unexpected token." }
  static var valueExpected: String { "Expected a value." }
  static var keyExpected: String { "Expected an object key or }." }

  /// Adds the text around an offset and a mark below it, as Google's front end does: up to 20 bytes
  /// on each side, and none before a byte that it cannot read.
  private func citing(_ offset: Int, after words: String) -> String {
    var first = offset
    if offset < bytes.count, Self.beginsToken(bytes[offset]) { first = max(start, offset - 20) }
    let cited = String(decoding: bytes[first..<min(bytes.count, offset + 20)], as: UTF8.self)
    return "\(words)\n\(cited)\n\(String(repeating: " ", count: offset - first))^"
  }

  private static func beginsToken(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return byte < 0x80
      && (character.isLetter || character.isNumber || "_$-\"'{}[]:,".contains(character))
  }

  /// The current byte, as an error message shows it.
  var shownByte: String {
    let byte = bytes[index]
    if byte > 0x20, byte < 0x7F { return "\(Character(Unicode.Scalar(byte)))" }
    return "byte 0x\(String(byte, radix: 16, uppercase: true))"
  }
}
