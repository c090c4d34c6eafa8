/// The bytes of a document in chunks, split at the boundaries of values.
struct JSONByteReader {
  private(set) var kept: [UInt8] = []

  private let limit: Int
  private let readChunk: () throws -> [UInt8]?
  private var chunk: ContiguousArray<UInt8> = []
  private var position = 0
  private var chunkOffset = 0

  init(limit: Int, _ readChunk: @escaping () throws -> [UInt8]?) {
    self.limit = limit
    self.readChunk = readChunk
  }

  /// Returns the next byte that is not white space without consuming it; nil at the end.
  mutating func peekToken() throws -> UInt8? {
    while let byte = try peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return byte
      }
    }
    return nil
  }

  /// Steps over the byte that was looked at.
  mutating func advance(keeping: Bool) throws(JSONError) {
    if keeping { try keep([chunk[position]]) }
    position += 1
  }

  mutating func keep(_ bytes: [UInt8]) throws(JSONError) {
    guard kept.count + bytes.count <= limit else { throw tooLarge }
    kept += bytes
  }

  private var tooLarge: JSONError {
    failure(.tooLarge, "a value, or all that is beside the lists, may have \(limit) bytes, no more")
  }

  /// Parses the next value where it is, and returns it with its bytes; nil for an invalid one, and for one
  /// that the chunk may not have to its end. Nothing is then consumed.
  mutating func parseValue(
    _ options: JSONParsingOptions
  ) throws -> (value: JSON, text: ArraySlice<UInt8>)? {
    guard let first = try peek(), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return nil
    }
    var parser = JSONParser(chunk, from: position, options: options)
    guard let value = try? parser.parseValue(depth: 0), parser.index - position <= limit else {
      return nil
    }
    defer { position = parser.index }
    return (value, chunk[position..<parser.index])
  }

  /// Consumes the bytes of one value by its quotes and brackets; a parser checks the rest.
  ///
  /// - Parameter keeping: false to skip the value.
  @discardableResult
  mutating func takeValue(keeping: Bool = true) throws -> (bytes: [UInt8], offset: Int) {
    let offset = chunkOffset + position
    var bytes: [UInt8] = []
    var scan = JSONValueScan()
    while try !scan.isOver && peek() != nil {
      let start = position
      position = scan.end(in: chunk.span, from: start)
      if keeping {
        bytes += chunk[start..<position]
        guard bytes.count <= limit else { throw tooLarge }
      }
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
}

/// Finds the end of one value by its quotes and brackets.
private struct JSONValueScan {
  private enum Place {
    case plain, string, escape
  }

  private(set) var isOver = false
  private var place = Place.plain
  private var depth = 0

  /// Returns the position of the value's end in a chunk, or the end of the chunk.
  mutating func end(in bytes: Span<UInt8>, from start: Int) -> Int {
    let quote = UInt8(ascii: "\"")
    var position = start
    while position < bytes.count, !isOver {
      switch place {
      case .plain where endsBefore(bytes[position]): return position
      case .plain: break
      case .escape: place = .string
      case .string:
        position = StringScan.run(in: bytes, from: position, quote: quote).end
        guard position < bytes.count else { return position }
        if bytes[position] == quote {
          place = .plain
          isOver = depth == 0
        } else if bytes[position] == UInt8(ascii: "\\") {
          place = .escape
        }
      }
      position += 1
    }
    return position
  }

  /// Processes a byte outside strings.
  private mutating func endsBefore(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): place = .string
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if depth == 0 { isOver = true } else { depth -= 1 }
      guard !isOver else { return true }
      isOver = depth == 0
    case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
      isOver = depth == 0
      return isOver
    default: break
    }
    return false
  }
}
