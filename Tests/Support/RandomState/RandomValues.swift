package import EmuJSON
internal import EmuTestTools

/// Random values of a state, the same ones for the same seed.
package struct RandomValues: Sendable {
  private var generator: SeededGenerator
  private var count = 0

  package init(seed: Int) { generator = SeededGenerator(seed: seed) }

  // MARK: - Choices

  /// Returns true with a probability in percent.
  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  package mutating func one<Value>(of values: [Value]) -> Value {
    values[number(0...(values.count - 1))]
  }

  /// Returns some of the values, in their order.
  package mutating func some<Value>(of values: [Value]) -> [Value] {
    var chosen: [Value] = []
    for value in values where chance(50) { chosen.append(value) }
    return chosen
  }

  package mutating func flag() -> JSON { .bool(chance(50)) }

  /// Returns a number that no earlier call returned.
  package mutating func next() -> Int {
    count += 1
    return count
  }

  // MARK: - Texts

  /// Parts of texts that readers and writers confuse: separators, quotes, control characters, spellings of
  /// one letter, and words with a meaning in some format.
  private static let pieces = [
    "a", "Ann", "Z", "0", "007", "é", "e\u{301}", "ﬁ", "ß", "日本", "👩‍👩‍👧", "\u{10FFFF}", " ", "  ", ",",
    ";", "\t", "\n", "\r\n", "\r", "\"", "\"\"", "'", "\\", "\\u0041", "/", "\u{0}", "\u{1}",
    "\u{1B}[31m", "\u{7F}", "\u{9B}", "\u{A0}", "\u{2028}", "\u{202E}", "\u{FEFF}", "{", "}", "[",
    "]", ":", "#", "%00", "&", "=", "+", "<b>", "null", "true", "undefined", "localId", "uid", "-",
    "@", "//", "/*",
  ]

  /// Returns a text of at most some UTF-16 units, never empty.
  package mutating func text(_ most: Int = 64) -> String {
    var text = one(of: Self.pieces)
    for _ in 0..<number(0...6) {
      let longer = text + one(of: Self.pieces)
      guard longer.utf16.count <= most else { break }
      text = longer
    }
    return text.utf16.count <= most ? text : "a"
  }

  /// Returns a text without control characters, of one line.
  package mutating func line(_ most: Int = 64) -> String {
    let scalars = text(most).unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
    return scalars.isEmpty ? "a" : String(String.UnicodeScalarView(scalars))
  }

  package mutating func word(_ length: ClosedRange<Int> = 1...12) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return String((0..<number(length)).map { _ in one(of: letters) })
  }

  package mutating func base64(_ length: Int) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let groups = (0..<(length / 4 * 4)).map { _ in one(of: digits) }
    return String(groups)
  }

  /// Returns an address that no earlier call returned.
  package mutating func address() -> String {
    "\(one(of: ["u", "Ann", "x.y", "a+b", "o'c"]))\(next())@\(one(of: ["x.test", "Example.COM"]))"
  }

  /// Returns a phone number that no earlier call returned.
  package mutating func phoneNumber() -> String {
    let digits = String(next())
    return "+1555555" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Returns milliseconds since the epoch, sometimes whole seconds.
  package mutating func moment() -> Int64 {
    let seconds = Int64(number(1_500_000_000...1_790_000_000))
    return chance(50) ? seconds * 1000 : seconds * 1000 + Int64(number(1...999))
  }
}
