/// A reader by recursive descent over the bytes of one document.
///
/// The depth limit bounds the recursion. Line and column are worked out only for an error.
struct JSONParser {
  /// Shares the array's storage. On old systems, only this kind of array provides a span.
  let bytes: ContiguousArray<UInt8>
  let options: JSONParsingOptions
  let start: Int
  var index: Int
  /// The number of values so far.
  private var count = 0

  init(_ bytes: ContiguousArray<UInt8>, from start: Int = 0, options: JSONParsingOptions) {
    self.bytes = bytes
    self.options = options
    self.start = start
    index = start
  }

  /// Reads the one value of the document; rejects text after it.
  mutating func parseDocument() throws(JSONError) -> JSON {
    if options.isRelaxed, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try skipSpace()
    let value = try parseValue(depth: 0)
    try skipSpace()
    guard index == bytes.count else {
      throw failure(
        .trailingContent, "nothing may follow the value",
        words: "Parsing terminated before end of input.")
    }
    return value
  }

  mutating func parseValue(depth: Int) throws(JSONError) -> JSON {
    guard index < bytes.count else { throw endFailure("a value", words: Self.valueExpected) }
    count += 1
    guard count <= options.maximumCount else {
      throw failure(.tooLarge, "a document may have \(options.maximumCount) values, no more")
    }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      return .string(try parseString())
    case UInt8(ascii: "{"):
      return .object(try parseObject(depth: depth + 1))
    case UInt8(ascii: "["):
      return .array(try parseArray(depth: depth + 1))
    case UInt8(ascii: "t"):
      try skipKeyword("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try skipKeyword("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try skipKeyword("null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try parseNumber()
    case UInt8(ascii: "'") where options.isRelaxed:
      return .string(try parseString())
    default:
      throw noValueFailure()
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONError) -> [JSON] {
    try checkDepth(depth)
    index += 1
    var elements: [JSON] = []
    try skipSpace()
    if skip(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try parseValue(depth: depth))
      try skipSpace()
      if skip(UInt8(ascii: ",")) {
        try skipSpace()
        if options.isRelaxed, skip(UInt8(ascii: "]")) { return elements }
      } else if skip(UInt8(ascii: "]")) {
        return elements
      } else {
        throw unexpected(
          "a comma or ] must follow the element", missing: "the array's ]",
          words: "Expected , or ] after array value.")
      }
    }
  }

  private mutating func parseObject(depth: Int) throws(JSONError) -> JSONObject {
    try checkDepth(depth)
    index += 1
    var object = JSONObject()
    try skipSpace()
    if skip(UInt8(ascii: "}")) { return object }
    while true {
      let start = index
      let (key, isPlain) = try parseKey()
      if options.rejectsRepeatedKeys, object.position(of: key) != nil {
        throw failure(.syntax, "the key \(key) is there already; keep one of them", at: start)
      }
      try skipSpace()
      guard skip(UInt8(ascii: ":")) else {
        throw unexpected(
          "a colon must follow the key", missing: "the : after a key",
          words: "Expected : between key:value pair.")
      }
      try skipSpace()
      object.set(key, to: try parseValue(depth: depth), isPlain: isPlain)
      try skipSpace()
      if skip(UInt8(ascii: ",")) {
        try skipSpace()
        if options.isRelaxed, skip(UInt8(ascii: "}")) { return object }
      } else if skip(UInt8(ascii: "}")) {
        return object
      } else {
        throw unexpected(
          "a comma or } must follow the member", missing: "the object's }",
          words: "Expected , or } after key:value pair.")
      }
    }
  }

  private mutating func parseKey() throws(JSONError) -> (key: String, isPlain: Bool) {
    guard index < bytes.count else { throw endFailure("a key", words: Self.keyExpected) }
    let start = index
    let key: String
    if bytes[index] == UInt8(ascii: "\"") {
      key = try parseString()
    } else if options.isRelaxed {
      key = bytes[index] == UInt8(ascii: "'") ? try parseString() : try parseBareKey()
    } else {
      throw failure(
        .syntax, "a key in double quotes is expected here, not \(shownByte)",
        words: Self.keyExpected)
    }
    var isPlain = true
    // Escapes can spell an underscore too.
    for position in start..<index {
      let byte = bytes[position]
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\") || byte >= 0x80 { isPlain = false }
    }
    return (key, isPlain)
  }

  /// Reads a key without quotes: letters, digits, `_` and `$`, and no digit first.
  private mutating func parseBareKey() throws(JSONError) -> String {
    let start = index
    while index < bytes.count, Self.isInBareKey(bytes[index], isFirst: index == start) {
      index += 1
    }
    guard index > start else {
      throw failure(
        .syntax, "a key is expected here, not \(shownByte)", words: Self.keyExpected)
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isInBareKey(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: !isFirst && byte &- 0x30 < 10
    }
  }

  private func checkDepth(_ depth: Int) throws(JSONError) {
    guard depth <= options.maximumDepth else {
      throw failure(
        .tooDeep, "arrays and objects may be nested \(options.maximumDepth) deep, no deeper")
    }
  }

  /// Steps over a byte if it is next.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func skipKeyword(_ keyword: String) throws(JSONError) {
    let start = index
    for byte in keyword.utf8 {
      guard skip(byte) else {
        throw failure(
          .syntax, "a value is expected here, such as \(keyword)", at: start,
          words: Self.unexpectedToken)
      }
    }
  }
}

extension JSON {
  /// Reads a text in UTF-8 (RFC 8259).
  ///
  /// - Throws: `syntax`, `unexpectedEnd`, `trailingContent`, `invalidUnicode`, `tooDeep`,
  ///   `tooLarge`.
  package init(parsing bytes: [UInt8], options: JSONParsingOptions = .strict) throws(JSONError) {
    var parser = JSONParser(ContiguousArray(bytes), options: options)
    self = try parser.parseDocument()
  }

  /// Reads a text.
  ///
  /// - Throws: `syntax`, `unexpectedEnd`, `trailingContent`, `invalidUnicode`, `tooDeep`,
  ///   `tooLarge`.
  package init(parsing text: String, options: JSONParsingOptions = .strict) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }
}
