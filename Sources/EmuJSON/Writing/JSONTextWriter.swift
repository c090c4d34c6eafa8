/// A writer that appends JSON text to a buffer, for paths that write their members by hand.
///
/// It sets commas, quotes and escapes. The caller balances begin and end calls and writes a key
/// before each value of an object:
/// ```swift
/// var writer = JSONTextWriter()
/// writer.beginObject()
/// writer.member("sub", user.localId)
/// writer.endObject()
/// ```
package struct JSONTextWriter: Sendable {
  /// The syntax before the next value.
  private enum Position {
    case first, following, afterKey
  }

  /// On old systems, only this kind of array provides a span.
  private var buffer: ContiguousArray<UInt8> = []
  private var position = Position.first
  private let isPretty: Bool
  private var depth = 0

  /// Creates an empty writer with room for some bytes.
  package init(capacity: Int = 512, pretty: Bool = false) {
    buffer.reserveCapacity(capacity)
    isPretty = pretty
  }

  /// The text written so far, in UTF-8; it shares the writer's storage.
  package var bytes: [UInt8] { Array(buffer) }

  /// The number of bytes written so far.
  package var count: Int { buffer.count }

  // MARK: Structure

  package mutating func beginObject() { begin(UInt8(ascii: "{")) }

  package mutating func endObject() { end(UInt8(ascii: "}")) }

  package mutating func beginArray() { begin(UInt8(ascii: "[")) }

  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes the key of the next value.
  package mutating func key(_ key: String) {
    separate()
    appendQuoted(key)
    buffer.append(UInt8(ascii: ":"))
    if isPretty { buffer.append(UInt8(ascii: " ")) }
    position = .afterKey
  }

  // MARK: Values

  package mutating func string(_ value: String) {
    separate()
    appendQuoted(value)
    position = .following
  }

  package mutating func int(_ value: Int64) {
    separate()
    appendDigits(value)
    position = .following
  }

  mutating func quoted(_ value: Int64) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    appendDigits(value)
    buffer.append(UInt8(ascii: "\""))
    position = .following
  }

  package mutating func int(_ value: some BinaryInteger) { raw(String(value).utf8) }

  /// Writes a number in its shortest form; a non-finite one becomes `null`.
  package mutating func double(_ value: Double) {
    separate()
    appendNumber(value.description, isFinite: value.isFinite)
    position = .following
  }

  package mutating func bool(_ value: Bool) { raw((value ? "true" : "false").utf8) }

  package mutating func null() { raw("null".utf8) }

  /// Writes a value that is JSON text already, verbatim and unchecked.
  package mutating func raw(_ text: some Collection<UInt8>) {
    separate()
    buffer.append(contentsOf: text)
    position = .following
  }

  // MARK: Building blocks

  private mutating func begin(_ bracket: UInt8) {
    separate()
    buffer.append(bracket)
    depth += 1
    position = .first
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if isPretty, position == .following { newLine() }
    buffer.append(bracket)
    position = .following
  }

  private mutating func separate() {
    switch position {
    case .afterKey: return
    case .following: buffer.append(UInt8(ascii: ","))
    case .first: break
    }
    if isPretty, depth > 0 { newLine() }
  }

  private mutating func newLine() {
    buffer.append(0x0A)
    buffer.append(contentsOf: repeatElement(0x20, count: depth * 2))
  }

  /// Copies the string, and rewrites it only if it needs escapes.
  private mutating func appendQuoted(_ string: String) {
    buffer.append(UInt8(ascii: "\""))
    let start = buffer.count
    buffer.append(contentsOf: string.utf8)
    let plain = StringScan.run(in: buffer.span, from: start, quote: UInt8(ascii: "\"")).end
    if plain < buffer.count {
      let rest = ContiguousArray(buffer[plain...])
      buffer.removeSubrange(plain...)
      appendEscaped(rest)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Copies unescaped runs: a JSON text within a text has many quotes, and more letters.
  private mutating func appendEscaped(_ text: ContiguousArray<UInt8>) {
    var start = 0
    while start < text.count {
      let end = StringScan.run(in: text.span, from: start, quote: UInt8(ascii: "\"")).end
      buffer.append(contentsOf: text[start..<end])
      guard end < text.count else { return }
      appendEscape(of: text[end])
      start = end + 1
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    buffer.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: buffer.append(UInt8(ascii: "b"))
    case 0x09: buffer.append(UInt8(ascii: "t"))
    case 0x0A: buffer.append(UInt8(ascii: "n"))
    case 0x0C: buffer.append(UInt8(ascii: "f"))
    case 0x0D: buffer.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append(byte)
    default:
      buffer.append(contentsOf: "u00".utf8)
      buffer.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let digit = byte & 0x0F
      buffer.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// Writes digit by digit, from the last: a temporary text would cost four times as much.
  private mutating func appendDigits(_ value: Int64) {
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var count = 1
    var limit: UInt64 = 10
    while rest >= limit, count < 19 {
      count += 1
      limit &*= 10
    }
    var place = buffer.count + count
    buffer.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
    while rest > 0 {
      place -= 1
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  private mutating func appendNumber(_ text: String, isFinite: Bool) {
    buffer.append(contentsOf: (isFinite ? text : "null").utf8)
    // Swift's shortest form of an integral value ends in ".0", which JSON does not need.
    if text.hasSuffix(".0") { buffer.removeLast(2) }
  }
}
