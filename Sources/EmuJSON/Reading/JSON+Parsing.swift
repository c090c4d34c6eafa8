extension JSON {
  /// Reads a text in UTF-8 (RFC 8259).
  ///
  /// - Throws: `syntax`, `unexpectedEnd`, `trailingContent`, `invalidUnicode`, `tooDeep`.
  package init(parsing bytes: [UInt8], options: JSONParsingOptions = .strict) throws(JSONError) {
    var parser = JSONParser(bytes, options: options)
    self = try parser.parseDocument()
  }

  /// Reads a text.
  ///
  /// - Throws: `syntax`, `unexpectedEnd`, `trailingContent`, `invalidUnicode`, `tooDeep`.
  package init(parsing text: String, options: JSONParsingOptions = .strict) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }
}
