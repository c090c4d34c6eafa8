extension JSONParser {
  /// Steps over white space and, in a relaxed document, comments.
  @inline(__always)
  mutating func skipSpace() throws(JSONError) {
    // Nearly always there is one space, or none.
    if index < bytes.count, bytes[index] == 0x20 { index += 1 }
    if index < bytes.count, bytes[index] > 0x20, !options.isRelaxed { return }
    try skipSpaces()
  }

  private mutating func skipSpaces() throws(JSONError) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte > UInt8(ascii: " ") {
        guard options.isRelaxed, options.skipsComments, byte == UInt8(ascii: "/") else { return }
        try skipComment()
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = index
    let kind = index + 1 < bytes.count ? bytes[index + 1] : 0
    index += 2
    if kind == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    } else if kind == UInt8(ascii: "*") {
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          index += 2
          return
        }
        index += 1
      }
      throw failure(.unexpectedEnd, "the comment does not end", at: start)
    } else {
      throw failure(.syntax, "a comment starts with // or /*", at: start)
    }
  }
}
