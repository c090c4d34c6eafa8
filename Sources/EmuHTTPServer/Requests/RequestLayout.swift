import CMicrohttpd
import EmuSystem

/// The addresses of a request's parts in the daemon's buffer, which leaves them as they were received.
///
/// A daemon without a strict level accepts lines that end with a line feed alone, folded lines and null
/// bytes. Other parts then do not follow where the grammar puts them (RFC 9112 §2.1 and §7.1).
struct RequestLayout {
  /// False for a head that other readers may divide otherwise.
  private(set) var isStrict = true
  private let start: Int
  /// The address after the last part and its separator.
  private var next: Int
  /// The address after the last piece of a chunked body.
  private var pieceEnd: Int?

  /// - Parameter target: as long as the client sent it.
  init(
    method: UnsafePointer<CChar>, target: UnsafeRawBufferPointer, version: UnsafePointer<CChar>
  ) {
    start = Int(bitPattern: method)
    next = start + strlen(method) + 1
    isStrict = Int(bitPattern: target.baseAddress) == next
    next += target.count + 1
    isStrict = isStrict && Int(bitPattern: version) == next
    next += strlen(version) + 2
  }

  mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    let place = Int(bitPattern: value.baseAddress)
    isStrict =
      isStrict && Int(bitPattern: name.baseAddress) == next && place > next + name.count
      && !value.contains(UInt8(ascii: "\r"))
    next = place + value.count + 2
  }

  /// Ends the head, whose size the daemon has counted.
  mutating func end(headSize: Int) {
    isStrict = isStrict && next + 2 == start + headSize
    next = start + headSize
  }

  /// Returns true for a piece of a chunked body after a strict line, or after one that the daemon no
  /// longer has.
  ///
  /// The daemon moves each received part to the beginning of its buffer, so the line is between the
  /// piece and either that place or the piece before.
  mutating func followsStrictLine(_ piece: UnsafeRawBufferPointer) -> Bool {
    let place = Int(bitPattern: piece.baseAddress)
    defer { pieceEnd = place + piece.count }
    return [next, pieceEnd].contains { begin in
      guard let begin, begin <= place, let base = piece.baseAddress else { return false }
      let line = UnsafeRawBufferPointer(start: base - (place - begin), count: place - begin)
      return begin == next && line.isEmpty || Self.isChunkLine(line[...], isFirst: begin == next)
    } || place < next
  }

  /// - Parameter isFirst: true where no end of a chunk need be before the line.
  private static func isChunkLine(_ line: Slice<UnsafeRawBufferPointer>, isFirst: Bool) -> Bool {
    var rest = line
    if rest.starts(with: [13, 10]) { rest = rest.dropFirst(2) } else if !isFirst { return false }
    guard rest.suffix(2).elementsEqual([13, 10]) else { return false }
    return rest.dropLast(2).allSatisfy { ![0, 10, 13].contains($0) }
  }
}
