extension SecretMask {
  /// Masks a document that cannot be parsed: truncated or invalid JSON, YAML, text.
  mutating func masked(unparsed text: String) -> String {
    let bytes = Array(text.utf8)
    let isJSON = bytes.first { $0 > 32 }.map { "{[".utf8.contains($0) } ?? false
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      result.append(bytes[position])
      position += 1
      guard bytes[position - 1] == UInt8(ascii: ":"), Self.isSecret(Self.bareName(before: result))
      else { continue }
      while position < bytes.count, bytes[position] == UInt8(ascii: " ") {
        result.append(bytes[position])
        position += 1
      }
      let end = Self.endOfBareValue(bytes, from: position, isJSON: isJSON)
      if position < end {
        result += hidden(String(decoding: bytes[position..<end], as: UTF8.self)).utf8
      }
      position = end
    }
    return masked(text: String(decoding: result, as: UTF8.self))
  }

  /// Returns the name before a colon, without single quotes. One in double quotes is empty: it is
  /// masked as a fragment.
  private static func bareName(before text: [UInt8]) -> String {
    let head = text.dropLast()
    let name = head.last == UInt8(ascii: "'") ? head.dropLast() : head
    let start = name.lastIndex { !isNameByte($0) }.map { $0 + 1 } ?? name.startIndex
    return String(decoding: name[start...], as: UTF8.self)
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

  /// Masks a text that is truncated or invalid JSON.
  ///
  /// It searches for `"name"`, a colon and a text; nothing else must be valid.
  mutating func masked(fragment text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    var name: String?
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == UInt8(ascii: "\"") else {
        // A name applies only to the value directly after its colon.
        if byte != UInt8(ascii: ":"), !Self.isSpace(byte) { name = nil }
        result.append(byte)
        position += 1
        continue
      }
      let end = Self.endOfString(bytes, from: position + 1)
      let content = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
      let next = bytes.dropFirst(end + 1).first { !Self.isSpace($0) }
      let isName = next == UInt8(ascii: ":")
      result.append(byte)
      result += shown(content, name: isName ? nil : name).utf8
      if end < bytes.count { result.append(byte) }
      name = isName ? content : nil
      position = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func shown(_ content: String, name: String?) -> String {
    guard let name else { return masked(text: content) }
    if Self.isSecret(name) { return hidden(content) }
    return name == "postBody" ? masked(form: content) : masked(text: content)
  }

  /// Returns the index of the closing quote, or the end.
  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, bytes.count)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}
