/// Reads the elements of chosen arrays of a document one at a time, whatever the document's size.
///
/// An array is selected by the keys of its path: `["users"]` is `users` of the document's object,
/// `["projects", nil, "users"]` is `users` of every member of `projects`. Everything outside these
/// arrays is the document's ``skeleton``, in which they are empty. Memory holds the current
/// element, one chunk, and the skeleton.
/// ```swift
/// var reader = JSONElementReader(arrays: [["users"]]) { try file.read(upTo: 65_536) }
/// while let user = try reader.next() { … }
/// let rest = try reader.skeleton()
/// ```
/// Elements and skeleton are parsed as any strict document is, so that the same texts are accepted. This
/// reader checks the syntax between values.
package struct JSONElementReader {
  package struct Element: Sendable {
    /// The keys of the array's path.
    package var path: [String]
    /// The position in the array, from 0.
    package var index: Int
    package var value: JSON
    /// The bytes of the value in the document.
    package var text: ArraySlice<UInt8>
  }

  /// An open object or array.
  private enum Frame {
    case object(key: String?)
    case array
    /// A selected array, with the number of elements so far.
    case elements(Int)
  }

  private enum State {
    case value
    /// Within an object, before a key or its end.
    case key
    case separator
    case end
  }

  private let arrays: [[String?]]
  private var bytes: JSONByteReader
  private var frames: [Frame] = []
  private var state = State.value
  /// True when an element, rather than the array's end, may be next.
  private var needsComma = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - arrays: the paths of the selected arrays; nil matches any key.
  ///   - limit: the maximum bytes of one element, and of the skeleton.
  ///   - readChunk: returns the next bytes; nil or no bytes at the end.
  package init(
    arrays: [[String?]], limit: Int = 16 << 20,
    readingChunks readChunk: @escaping () throws -> [UInt8]?
  ) {
    self.arrays = arrays
    bytes = JSONByteReader(limit: limit, readChunk)
  }

  /// Returns the document with empty arrays; call it when there are no more elements.
  ///
  /// - Throws: the errors of `JSON(parsing:)`. Lines and columns are those of the skeleton, in
  ///   which each array is one character.
  package func skeleton() throws(JSONError) -> JSON {
    do {
      return try JSON(parsing: bytes.kept)
    } catch {
      throw error.placed(at: nil)
    }
  }

  /// Returns the document as far as its first element, with an end for what is open there; all of it where
  /// there is none. No element is consumed.
  ///
  /// - Throws: as ``next()`` and ``skeleton()``.
  package mutating func head() throws -> JSON {
    _ = try goToElement()
    let ends = frames.reversed().map { frame in
      if case .object = frame { UInt8(ascii: "}") } else { UInt8(ascii: "]") }
    }
    do {
      return try JSON(parsing: bytes.kept + ends)
    } catch {
      throw error.placed(at: nil)
    }
  }

  /// Returns the next element, or nil at the end of the document.
  ///
  /// - Throws: `JSONError` with the offset in the document, and the errors of the source.
  ///   ``skeleton()`` reports a document that is truncated outside the arrays.
  package mutating func next() throws -> Element? {
    guard let index = try goToElement() else { return nil }
    defer { finishElement() }
    if let (tree, text) = try bytes.parseValue(elementOptions) {
      return Element(path: path, index: index, value: tree, text: text)
    }
    let (text, offset) = try bytes.takeValue()
    do throws(JSONError) {
      let tree = try JSON(parsing: text, options: elementOptions)
      return Element(path: path, index: index, value: tree, text: text[...])
    } catch {
      throw error.placed(at: offset)
    }
  }

  /// Skips the next element without parsing it.
  ///
  /// - Returns: false at the end of the document.
  package mutating func skip() throws -> Bool {
    guard try goToElement() != nil else { return false }
    try bytes.takeValue(keeping: false)
    finishElement()
    return true
  }

  private var elementOptions: JSONParsingOptions {
    JSONParsingOptions(maximumDepth: Self.maximumDepth - frames.count)
  }

  private static let maximumDepth = JSONParsingOptions.strict.maximumDepth

  /// Moves to the start of the next element.
  ///
  /// - Returns: its position in the array; nil at the end of the document.
  private mutating func goToElement() throws -> Int? {
    while let byte = try bytes.peekToken() {
      if case .elements(let count)? = frames.last {
        guard try isAtEnd(byte) else { return count }
        try bytes.advance(keeping: true)
        close()
      } else {
        try pass(byte)
      }
    }
    guard case .elements? = frames.last else { return nil }
    throw bytes.failure(.unexpectedEnd, "the document ends too early")
  }

  private mutating func finishElement() {
    guard case .elements(let count)? = frames.last else { return }
    frames[frames.count - 1] = .elements(count + 1)
    needsComma = true
  }

  /// The keys of the current array's path.
  package var path: [String] {
    frames.compactMap { frame in
      guard case .object(let key) = frame else { return nil }
      return key
    }
  }
}

// MARK: - Structure

extension JSONElementReader {
  /// Takes one step outside the arrays; the skeleton's parser reports errors there.
  private mutating func pass(_ byte: UInt8) throws {
    switch (state, byte) {
    case (.value, UInt8(ascii: "{")):
      try enter(.object(key: nil))
      state = .key
    case (.value, UInt8(ascii: "[")):
      let isSelected = isSelected
      try enter(isSelected ? .elements(0) : .array)
      state = .value
      needsComma = false
    case (.key, UInt8(ascii: "}")), (_, UInt8(ascii: "]")), (.separator, UInt8(ascii: "}")):
      try bytes.advance(keeping: true)
      close()
    case (.key, _):
      try readKey()
    case (.separator, UInt8(ascii: ",")):
      try bytes.advance(keeping: true)
      if case .object? = frames.last { state = .key } else { state = .value }
    case (.separator, _):
      throw bytes.failure(.syntax, "a comma or a closing bracket must follow the value")
    case (.end, _):
      throw bytes.failure(.trailingContent, "nothing may follow the value")
    case (.value, _):
      let (text, _) = try bytes.takeValue()
      try bytes.keep(text)
      state = frames.isEmpty ? .end : .separator
    }
  }

  private mutating func readKey() throws {
    let (text, _) = try bytes.takeValue()
    try bytes.keep(text)
    // Only keys that may be part of a path are decoded.
    if frames.count <= arrays.map(\.count).max() ?? 0 {
      let document = [UInt8(ascii: "{")] + text + Array(":0}".utf8)
      let key = (try? JSON(parsing: document))?.object?.first?.key
      frames[frames.count - 1] = .object(key: key)
    }
    guard try bytes.peekToken() == UInt8(ascii: ":") else {
      throw bytes.failure(.syntax, "a colon must follow the key")
    }
    try bytes.advance(keeping: true)
    state = .value
  }

  private mutating func enter(_ frame: Frame) throws {
    guard frames.count < Self.maximumDepth else {
      throw bytes.failure(
        .tooDeep, "arrays and objects may be nested \(Self.maximumDepth) deep, no deeper")
    }
    try bytes.advance(keeping: true)
    frames.append(frame)
  }

  private mutating func close() {
    _ = frames.popLast()
    state = frames.isEmpty ? .end : .separator
  }

  private var isSelected: Bool {
    var keys: [String] = []
    for frame in frames {
      guard case .object(let key?) = frame else { return false }
      keys.append(key)
    }
    return arrays.contains { wanted in
      wanted.count == keys.count && zip(wanted, keys).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  /// Steps over the required comma; returns true at the array's end.
  private mutating func isAtEnd(_ byte: UInt8) throws -> Bool {
    let end = UInt8(ascii: "]")
    guard byte != end else { return true }
    guard needsComma else { return false }
    guard byte == UInt8(ascii: ",") else {
      throw bytes.failure(.syntax, "a comma or ] must follow the element")
    }
    try bytes.advance(keeping: false)
    needsComma = false
    guard try bytes.peekToken() != end else {
      throw bytes.failure(.syntax, "a comma must be followed by an element")
    }
    return false
  }
}

extension JSONError {
  /// Returns the error with its offset in the entire document.
  ///
  /// - Parameter offset: the start of the parsed text; nil when that is unknown.
  fileprivate func placed(at start: Int?) -> JSONError {
    var error = self
    error.offset = start.flatMap { start in offset.map { $0 + start } }
    // They would count from the start of that text; the offset is sufficient.
    error.line = nil
    error.column = nil
    return error
  }
}
