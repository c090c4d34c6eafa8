extension JSONParser {
  /// Returns an error at an offset, by default the current one, with its line and column.
  func failure(_ code: JSONError.Code, _ message: String, at offset: Int? = nil) -> JSONError {
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
    return error
  }

  /// Returns the error of a byte that breaks a rule, or of the end of the text.
  ///
  /// - Parameter missing: what the text may not end before.
  func unexpected(_ rule: String, missing: String) -> JSONError {
    index < bytes.count ? failure(.syntax, "\(rule), not \(shownByte)") : endFailure(missing)
  }

  func endFailure(_ missing: String) -> JSONError {
    failure(.unexpectedEnd, "the text ends where \(missing) is expected", at: bytes.count)
  }

  /// The current byte, as an error message shows it.
  var shownByte: String {
    let byte = bytes[index]
    if byte > 0x20, byte < 0x7F { return "\(Character(Unicode.Scalar(byte)))" }
    return "byte 0x\(String(byte, radix: 16, uppercase: true))"
  }
}
