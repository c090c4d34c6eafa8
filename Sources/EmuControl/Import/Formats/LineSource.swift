internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// NDJSON: a seed's user on each line; empty lines are ignored, and the last line needs no line
/// break.
struct LineSource: UserSource {
  private var lines: LineReader

  init(_ body: any StoredBody) { lines = LineReader(body) }

  mutating func next() throws -> SourceUser? {
    while let line = try lines.nextRange() {
      guard lines.bytes[line].contains(where: { $0 > 0x20 }) else { continue }
      return SourceUser(
        location: ImportLocation(number: lines.number, isLine: true),
        document: Result { () throws(DocumentError) in
          try Self.document(Array(lines.bytes[line]))
        })
    }
    return nil
  }

  private static func document(_ line: [UInt8]) throws(DocumentError) -> UserDocument {
    let tree: JSON
    do throws(JSONError) {
      tree = try JSON(parsing: line, options: .strictWithUniqueKeys)
    } catch {
      let column = error.column.map { ", column \($0)" } ?? ""
      throw DocumentError(message: "the line is not JSON\(column): \(error.message)")
    }
    guard case .object = tree else {
      throw DocumentError(
        message: #"the line is not an object; write a user such as {"localId": "ann"}"#)
    }
    return try UserDocument(reading: tree)
  }
}

/// The lines of a file, without their line breaks (`\n` or `\r\n`).
struct LineReader {
  /// The longest line in bytes.
  static let limit = 16 << 20

  /// The number of the last line, counted from 1.
  private(set) var number = 0
  private(set) var lineBreak: [UInt8] = [0x0A]
  private let piece: () throws -> [UInt8]?
  /// The part of the file in memory.
  private(set) var bytes: ContiguousArray<UInt8> = []
  private var position = 0
  private var isAtEnd = false

  init(_ body: any StoredBody) { piece = body.pieces(of: 256 << 10) }

  mutating func next() throws -> [UInt8]? { try nextRange().map { Array(bytes[$0]) } }

  /// Returns the range of the next line in ``bytes``, valid until the next call.
  mutating func nextRange() throws -> Range<Int>? {
    var searched = position
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        defer { position = end + 1 }
        return line(until: end)
      }
      guard !isAtEnd else {
        guard position < bytes.count else { return nil }
        defer { position = bytes.count }
        return line(until: bytes.count)
      }
      guard bytes.count - position <= Self.limit else {
        throw DocumentError(
          message:
            "line \(number + 1): the line has more than \(Self.limit >> 20) MB. Write one user a line."
        )
      }
      bytes.removeSubrange(..<position)
      position = 0
      searched = bytes.count
      if let piece = try piece() { bytes += piece } else { isAtEnd = true }
      if number == 0, position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        bytes.removeFirst(3)
      }
    }
  }

  private mutating func line(until end: Int) -> Range<Int> {
    number += 1
    let hasReturn = end > position && bytes[end - 1] == 0x0D
    lineBreak = hasReturn ? [0x0D, 0x0A] : [0x0A]
    return position..<(hasReturn ? end - 1 : end)
  }
}
