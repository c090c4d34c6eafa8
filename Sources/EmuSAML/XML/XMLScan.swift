/// The check of a document against every ``XMLLimit``, before a library reads it.
///
/// libxml2 goes on after many errors, so the scan is stricter than XML: `<` begins markup, or is in a
/// comment or in character data. Between two of them libxml2 therefore reads one tag at most, the one
/// that is counted here.
struct XMLScan {
  private let bytes: [UInt8]
  private var position = 0
  private var counts: [XMLLimit: Int] = [:]
  /// The number of namespaces that each open element declares.
  private var open: [Int] = []

  /// Returns a document within the limits and without a document type, read as UTF-8 whatever
  /// encoding it names.
  static func checked(_ document: [UInt8]) throws(XMLError) -> [UInt8] {
    guard document.count <= XMLLimit.bytes.value else { throw .exceeds(.bytes) }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = document.dropFirst(document.starts(with: mark) ? mark.count : 0)
    guard String(validating: text, as: UTF8.self) != nil else { throw .malformed }
    var scan = XMLScan(bytes: Array(text))
    try scan.run()
    return scan.bytes
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Markup

  private mutating func run() throws(XMLError) {
    guard bytes.indices.allSatisfy(isCharacter) else { throw .malformed }
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      if skip("/") {
        try skip(past: ">", mayHide: false)
        guard open.popLast().map({ counts[.namespaces, default: 0] -= $0 }) != nil else {
          throw .malformed
        }
        continue
      }
      try add(1, to: .nodes)
      if skip("!--") {
        try skip(past: "-->", mayHide: true)
      } else if skip("![CDATA[") {
        try skip(past: "]]>", mayHide: true)
      } else if skip("?") {
        try skip(past: "?>", mayHide: false)
      } else if skip("!DOCTYPE") {
        throw .hasDoctype
      } else {
        try readTag()
      }
    }
  }

  /// Returns false for a byte of a character that no document has
  /// (https://www.w3.org/TR/xml/#charsets).
  private func isCharacter(_ index: Int) -> Bool {
    switch bytes[index] {
    case 9, 10, 13: true
    case 0..<32: false
    // U+FFFE and U+FFFF.
    case 0xBE, 0xBF: index < 2 || bytes[index - 1] != 0xBF || bytes[index - 2] != 0xEF
    default: true
    }
  }

  private mutating func readTag() throws(XMLError) {
    let name = try readName()
    try add(1, to: .references, if: name.last == "Reference")
    try add(1, to: .transforms, if: name.last == "Transform")
    counts[.attributes] = 0
    let around = counts[.namespaces, default: 0]
    while true {
      skipSpace()
      if skip("/>") {
        counts[.namespaces] = around
        return
      }
      if skip(">") {
        open.append(counts[.namespaces, default: 0] - around)
        guard open.count <= XMLLimit.depth.value else { throw .exceeds(.depth) }
        return
      }
      try readAttribute()
    }
  }

  private mutating func readAttribute() throws(XMLError) {
    try add(1, to: .nodes)
    try add(1, to: .attributes)
    let name = try readName()
    skipSpace()
    guard skip("=") else { throw .malformed }
    skipSpace()
    let quote = skip("\"") ? "\"" : "'"
    guard quote == "\"" || skip(quote) else { throw .malformed }
    let start = position
    try skip(past: quote, mayHide: false)
    let value = bytes[start..<position - 1]
    if name.first == "xmlns" {
      try add(1, to: .namespaces)
      guard value.count <= XMLLimit.namespaceBytes.value else { throw .exceeds(.namespaceBytes) }
    } else if name.last == "PrefixList" {
      let ends = value.count { $0 <= 32 || $0 == UInt8(ascii: "&") }
      guard ends < XMLLimit.prefixes.value else { throw .exceeds(.prefixes) }
    }
  }

  /// Reads a name, and returns the parts between its colons.
  private mutating func readName() throws(XMLError) -> [Substring] {
    let start = position
    while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
    guard position > start else { throw .malformed }
    return String(decoding: bytes[start..<position], as: UTF8.self)
      .split(separator: ":", omittingEmptySubsequences: false)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 32 || "/>=<\"'!?&".utf8.contains(byte)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 32 { position += 1 }
  }

  /// Moves past a text that is next; returns false for any other.
  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Moves past the next occurrence of a text.
  ///
  /// - Parameter mayHide: true if a `<` before it is not markup.
  private mutating func skip(past text: String, mayHide: Bool) throws(XMLError) {
    let first = text.utf8.first
    while position < bytes.count, mayHide || bytes[position] != UInt8(ascii: "<") {
      if bytes[position] == first, skip(text) { return }
      position += 1
    }
    throw .malformed
  }

  private mutating func add(
    _ count: Int, to limit: XMLLimit, if isCounted: Bool = true
  ) throws(XMLError) {
    guard isCounted else { return }
    counts[limit, default: 0] += count
    guard counts[limit, default: 0] <= limit.value else { throw .exceeds(limit) }
  }
}
