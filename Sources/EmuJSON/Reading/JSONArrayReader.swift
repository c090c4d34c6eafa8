/// Reads the elements of one array of a document one at a time, whatever the document's size.
///
/// The array is the document itself or, with a member's name, that member of the document's object
/// (`{"users":[…], …}`). Only the current element and one chunk are held; other members are passed
/// over after a look at their quotes and brackets only.
/// ```swift
/// var reader = JSONArrayReader(member: "users") { try file.read(upTo: 65_536) }
/// while let user = try reader.next() { … }
/// ```
/// A document without the member, or with a value there that is no array, has no elements.
/// ``foundArray`` tells. Two members of that name give their elements one after the other.
package struct JSONArrayReader {
  private enum State {
    /// Before the document's value.
    case start
    /// Within the object, before a key or its end.
    case members
    /// Within the array, before an element or its end.
    case elements
    /// After the document's value.
    case end
  }

  /// Whether the array has been reached.
  package private(set) var foundArray = false
  /// The elements handed out so far.
  package private(set) var count = 0

  private let member: String?
  private let options: JSONParsingOptions
  private let maximumElementSize: Int
  private let readChunk: () throws -> [UInt8]?

  private var state = State.start
  private var needsComma = false
  private var chunk: [UInt8] = []
  private var position = 0
  /// Bytes of the document before the chunk.
  private var chunkOffset = 0

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - member: The name of the member, or nil when the document is the array.
  ///   - maximumElementSize: The most bytes of one element, or of one key.
  ///   - readChunk: Gives the next bytes; nil or no bytes at the end.
  package init(
    member: String?, maximumDepth: Int = 64, maximumElementSize: Int = 16 << 20,
    readingChunks readChunk: @escaping () throws -> [UInt8]?
  ) {
    self.member = member
    options = JSONParsingOptions(maximumDepth: maximumDepth)
    self.maximumElementSize = maximumElementSize
    self.readChunk = readChunk
  }

  /// The next element, or nil at the end of the document.
  ///
  /// - Throws: ``JSONError`` with the offset in the document, and what the source throws.
  package mutating func next() throws -> JSON? {
    while true {
      guard let byte = try peekToken() else {
        if case .end = state { return nil }
        throw failure(.unexpectedEnd, "the document ends too early")
      }
      switch state {
      case .start: try enterDocument(byte)
      case .members: try passMember(byte)
      case .elements:
        if try atEnd(byte, closing: UInt8(ascii: "]")) {
          state = member == nil ? .end : .members
          needsComma = true
        } else {
          let element = try parse(takeValue(keeping: true))
          count += 1
          return element
        }
      case .end: throw failure(.trailingContent, "nothing may follow the value")
      }
    }
  }
}

// MARK: - Structure

extension JSONArrayReader {
  private mutating func enterDocument(_ byte: UInt8) throws {
    let isArray = member == nil
    guard byte == (isArray ? UInt8(ascii: "[") : UInt8(ascii: "{")) else {
      throw failure(.syntax, "the document must be \(isArray ? "an array" : "an object")")
    }
    position += 1
    state = isArray ? .elements : .members
    foundArray = isArray
  }

  /// Goes past one member, or into the array when it is the one.
  private mutating func passMember(_ first: UInt8) throws {
    if try atEnd(first, closing: UInt8(ascii: "}")) {
      state = .end
      return
    }
    guard try peekToken() == UInt8(ascii: "\"") else {
      throw failure(.syntax, "a key in double quotes is expected here")
    }
    let key = try parse(takeValue(keeping: true)).string
    guard try peekToken() == UInt8(ascii: ":") else {
      throw failure(.syntax, "a colon must follow the key")
    }
    position += 1
    if try peekToken() == UInt8(ascii: "["), key == member {
      position += 1
      state = .elements
      needsComma = false
      foundArray = true
    } else {
      _ = try takeValue(keeping: false)
    }
  }

  /// Steps over the closing bracket and tells so, or over the comma that must be there.
  private mutating func atEnd(_ byte: UInt8, closing: UInt8) throws -> Bool {
    if byte == closing {
      position += 1
      return true
    }
    if needsComma {
      guard byte == UInt8(ascii: ",") else {
        throw failure(.syntax, "a comma or \(Character(Unicode.Scalar(closing))) is expected here")
      }
      position += 1
      guard try peekToken() != closing else {
        throw failure(.syntax, "a comma must be followed by something")
      }
    }
    needsComma = true
    return false
  }

  private func parse(_ value: (bytes: [UInt8], offset: Int)) throws(JSONError) -> JSON {
    do {
      return try JSON(parsing: value.bytes, options: options)
    } catch {
      var error = error
      error.offset = error.offset.map { $0 + value.offset }
      // They would count from the element's start; the offset leads to the place.
      error.line = nil
      error.column = nil
      throw error
    }
  }
}

// MARK: - Bytes

extension JSONArrayReader {
  /// Takes the bytes of one value by its quotes and brackets; the parser checks the rest.
  private mutating func takeValue(keeping: Bool) throws -> (bytes: [UInt8], offset: Int) {
    let offset = chunkOffset + position
    var bytes: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    while true {
      var isDone = false
      let start = position
      scan: while position < chunk.count {
        let byte = chunk[position]
        if isInString {
          position += 1
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
            isDone = depth == 0
          }
        } else {
          switch byte {
          case UInt8(ascii: "\""):
            isInString = true
          case UInt8(ascii: "["), UInt8(ascii: "{"):
            depth += 1
          case UInt8(ascii: "]"), UInt8(ascii: "}"):
            if depth == 0 {
              isDone = true
              break scan
            }
            depth -= 1
            isDone = depth == 0
          case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
            if depth == 0 {
              isDone = true
              break scan
            }
          default: break
          }
          position += 1
        }
        if isDone { break }
      }
      if keeping {
        bytes.append(contentsOf: chunk[start..<position])
        guard bytes.count <= maximumElementSize else {
          throw failure(.tooLarge, "an element may have \(maximumElementSize) bytes, no more")
        }
      }
      if isDone { break }
      guard try refill() else { break }
    }
    guard chunkOffset + position > offset else {
      throw failure(.syntax, "a value is expected here")
    }
    return (bytes, offset)
  }

  /// The next byte that is no white space, not yet taken.
  private mutating func peekToken() throws -> UInt8? {
    while true {
      while position < chunk.count {
        switch chunk[position] {
        case 0x20, 0x09, 0x0A, 0x0D: position += 1
        default: return chunk[position]
        }
      }
      guard try refill() else { return nil }
    }
  }

  private mutating func refill() throws -> Bool {
    chunkOffset += chunk.count
    position = 0
    chunk = try readChunk() ?? []
    return !chunk.isEmpty
  }

  private func failure(_ code: JSONError.Code, _ message: String) -> JSONError {
    var error = JSONError(code, message)
    error.offset = chunkOffset + position
    return error
  }
}
