/// The bytes of a document in chunks, split at the boundaries of values.
struct JSONByteReader {
  /// The bytes that were kept of the document.
  private(set) var kept: [UInt8] = []

  private let isRelaxed: Bool
  private let limit: Int
  private let readChunk: () throws -> [UInt8]?
  private var chunk: ContiguousArray<UInt8> = []
  private var position = 0
  /// Bytes of the document before the chunk.
  private var chunkOffset = 0

  init(isRelaxed: Bool, limit: Int, _ readChunk: @escaping () throws -> [UInt8]?) {
    self.isRelaxed = isRelaxed
    self.limit = limit
    self.readChunk = readChunk
  }

  /// Returns the next byte outside white space and comments without consuming it; nil at the end.
  mutating func peekToken() throws -> UInt8? {
    while let byte = try peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/") where isRelaxed: try passComment()
      default:
        guard let length = try relaxedSpaceLength() else { return byte }
        position += length
      }
    }
    return nil
  }

  /// Steps over the byte that was looked at.
  mutating func advance(keeping: Bool) throws(JSONError) {
    if keeping { try keep([chunk[position]]) }
    position += 1
  }

  /// Adds to the kept bytes.
  mutating func keep(_ bytes: [UInt8]) throws(JSONError) {
    guard kept.count + bytes.count <= limit else { throw tooLarge }
    kept += bytes
  }

  private var tooLarge: JSONError {
    failure(.tooLarge, "a value, or all that is beside the lists, may have \(limit) bytes, no more")
  }

  /// Consumes the bytes of one value by its quotes and brackets; a parser checks the rest.
  ///
  /// - Parameter keeping: false to skip the value.
  @discardableResult
  mutating func takeValue(keeping: Bool = true) throws -> (bytes: [UInt8], offset: Int) {
    let offset = chunkOffset + position
    var bytes: [UInt8] = []
    var scan = JSONValueScan(isRelaxed: isRelaxed)
    while try peek() != nil {
      var start = position
      while position < chunk.count, !scan.isOver {
        if scan.isAtTop, isRelaxed, Self.mayBeginSpace(chunk[position]) {
          // Earlier bytes are kept first: looking ahead may move the chunk.
          if keeping { bytes += chunk[start..<position] }
          start = position
          let isSpace = try relaxedSpaceLength() != nil
          start = position
          if isSpace {
            scan.end()
            break
          }
        }
        if scan.ends(before: chunk[position]) { break }
        position += 1
      }
      if keeping {
        bytes += chunk[start..<position]
        guard bytes.count <= limit else { throw tooLarge }
      }
      if scan.isOver { break }
    }
    guard chunkOffset + position > offset else {
      throw failure(.syntax, "a value is expected here")
    }
    return (bytes, offset)
  }

  func failure(_ code: JSONError.Code, _ message: String) -> JSONError {
    var error = JSONError(code, message)
    error.offset = chunkOffset + position
    return error
  }

  // MARK: - Chunks

  private mutating func peek() throws -> UInt8? {
    while position == chunk.count {
      let next = try readChunk() ?? []
      guard !next.isEmpty else { return nil }
      chunkOffset += chunk.count
      position = 0
      chunk = ContiguousArray(next)
    }
    return chunk[position]
  }

  /// Loads at least the given number of bytes from the position on, as far as they exist.
  private mutating func lookAhead(_ count: Int) throws {
    while chunk.count - position < count {
      let next = try readChunk() ?? []
      guard !next.isEmpty else { return }
      chunkOffset += position
      chunk = ContiguousArray(chunk[position...])
      chunk += next
      position = 0
    }
  }

  /// Returns true for a possible first byte of white space that only JSON5 has.
  private static func mayBeginSpace(_ byte: UInt8) -> Bool {
    byte == 0x0B || byte == 0x0C || byte >= 0xC2
  }

  /// Returns the length of JSON5's additional white space at the position; nil where there is none.
  private mutating func relaxedSpaceLength() throws -> Int? {
    guard isRelaxed, Self.mayBeginSpace(chunk[position]) else { return nil }
    guard chunk[position] >= 0x80 else { return 1 }
    // A character has four bytes at most.
    try lookAhead(4)
    return JSONParser(Array(chunk[position...].prefix(4)), options: .relaxed).relaxedSpaceLength
  }

  private mutating func passComment() throws {
    position += 1
    let isLine = try peek() == UInt8(ascii: "/")
    guard try isLine || peek() == UInt8(ascii: "*") else {
      throw failure(.syntax, "a comment starts with // or /*")
    }
    position += 1
    var scan = JSONValueScan(commentOfLine: isLine)
    while let byte = try peek() {
      position += 1
      _ = scan.ends(before: byte)
      if !scan.isInComment { return }
    }
    guard isLine else { throw failure(.unexpectedEnd, "the comment does not end") }
  }
}

/// Finds the end of one value by its quotes, brackets and comments.
private struct JSONValueScan {
  private enum Place {
    case plain
    case string(quote: UInt8)
    case escape(quote: UInt8)
    /// After a slash that may start a comment.
    case slash
    /// In a comment that the line ends; so many bytes of U+2028 or U+2029 have come.
    case line(Int)
    case block
    /// After an asterisk in a block.
    case asterisk
  }

  private(set) var isOver = false
  private let isRelaxed: Bool
  private var place = Place.plain
  private var depth = 0

  init(isRelaxed: Bool) { self.isRelaxed = isRelaxed }

  /// Starts in a comment.
  init(commentOfLine isLine: Bool) {
    isRelaxed = true
    place = isLine ? .line(0) : .block
  }

  /// True outside strings, brackets and comments.
  var isAtTop: Bool {
    if case .plain = place { depth == 0 } else { false }
  }

  var isInComment: Bool {
    switch place {
    case .line, .block, .asterisk: true
    default: false
    }
  }

  /// Processes a byte.
  ///
  /// - Returns: true when the value ended before it.
  mutating func ends(before byte: UInt8) -> Bool {
    switch place {
    case .plain: return plain(byte)
    case .string(let quote):
      if byte == UInt8(ascii: "\\") {
        place = .escape(quote: quote)
      } else if byte == quote {
        place = .plain
        isOver = depth == 0
      }
    case .escape(let quote): place = .string(quote: quote)
    case .slash:
      place =
        byte == UInt8(ascii: "/") ? .line(0) : byte == UInt8(ascii: "*") ? .block : .plain
    case .line(let count):
      switch (count, byte) {
      case (_, 0x0A), (_, 0x0D), (2, 0xA8), (2, 0xA9): place = .plain
      case (_, 0xE2): place = .line(1)
      case (1, 0x80): place = .line(2)
      default: place = .line(0)
      }
    case .block: if byte == UInt8(ascii: "*") { place = .asterisk }
    case .asterisk:
      if byte == UInt8(ascii: "/") {
        place = .plain
      } else if byte != UInt8(ascii: "*") {
        place = .block
      }
    }
    return false
  }

  private mutating func plain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): place = .string(quote: byte)
    case UInt8(ascii: "'") where isRelaxed: place = .string(quote: byte)
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard depth > 0 else { return endHere() }
      depth -= 1
      isOver = depth == 0
    case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
      if depth == 0 { return endHere() }
    case UInt8(ascii: "/") where isRelaxed:
      if depth == 0 { return endHere() }
      place = .slash
    default: break
    }
    return false
  }

  /// Ends the value.
  mutating func end() { isOver = true }

  private mutating func endHere() -> Bool {
    end()
    return true
  }
}
