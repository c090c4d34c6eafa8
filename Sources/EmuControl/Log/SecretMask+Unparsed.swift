extension SecretMask {
  /// Masks a document that cannot be parsed: truncated or invalid JSON, YAML, text.
  ///
  /// It searches for a name, a colon and a value; nothing else must be valid.
  mutating func masked(unparsed text: String) -> String {
    let bytes = Array(text.utf8)
    let isJSON = bytes.first { $0 > 32 }.map { "{[".utf8.contains($0) } ?? false
    let quote = UInt8(ascii: "\"")
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      result.append(bytes[position])
      position += 1
      guard bytes[position - 1] == UInt8(ascii: ":") else { continue }
      let (name, isQuoted) = Self.name(before: result.dropLast())
      let value = bytes[position...].drop { isJSON ? Self.isSpace($0) : $0 == 32 }
      let mark = "\"'".utf8.first { $0 == value.first }
      // A number beside a name of JSON may be a status.
      guard Self.isSecret(name), !isQuoted || mark != nil else { continue }
      let end = Self.endOfBareValue(bytes, from: value.startIndex, isJSON: isJSON)
      var secret = value[..<end]
      result += bytes[position..<value.startIndex]
      position = end
      if secret.isEmpty { continue }
      if mark != nil { secret = secret.dropFirst() }
      let isClosed = mark != nil && secret.last == mark
      if isClosed { secret = secret.dropLast() }
      let keepsQuotes = isJSON && mark == quote
      if keepsQuotes { result.append(quote) }
      result += hidden(String(decoding: secret, as: UTF8.self)).utf8
      if keepsQuotes, isClosed { result.append(quote) }
    }
    return masked(plain: String(decoding: result, as: UTF8.self))
  }

  /// Returns the name before a colon without its quotes, and true for double ones.
  private static func name(before colon: ArraySlice<UInt8>) -> (name: String, isQuoted: Bool) {
    var head = colon
    while let last = head.last, isSpace(last) { head.removeLast() }
    let isQuoted = head.last == UInt8(ascii: "\"")
    if isQuoted || head.last == UInt8(ascii: "'") { head.removeLast() }
    let start = head.lastIndex { !isNameByte($0) }.map { $0 + 1 } ?? head.startIndex
    return (String(decoding: head[start...], as: UTF8.self), isQuoted)
  }

  /// Returns the end of a value: of its line, or of its member in JSON.
  private static func endOfBareValue(_ bytes: [UInt8], from start: Int, isJSON: Bool) -> Int {
    guard isJSON, start < bytes.count else {
      return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }
    let quote = "\"'".utf8.contains(bytes[start]) ? bytes[start] : nil
    var position = quote == nil ? start : start + 1
    while position < bytes.count {
      let byte = bytes[position]
      if let quote, byte == quote { return position + 1 }
      if quote == nil, ",}]\n".utf8.contains(byte) { return position }
      position += quote != nil && byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
