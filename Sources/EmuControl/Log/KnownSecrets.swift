/// Finds known secrets at any position of a text.
///
/// It passes over the text once, whatever the number of values.
struct KnownSecrets {
  private static let headLength = 6

  /// The values by their first bytes, longest first: one may contain another.
  private let values: [UInt64: [[UInt8]]]
  /// True for the first bytes of values, so that most positions of a text need no further check.
  private let isFirst: [Bool]

  /// - Parameter texts: values that are ``isDistinctive(_:)``.
  init(_ texts: Set<String>) {
    let all = texts.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    values = Dictionary(grouping: all) { Self.head(of: $0, at: 0) }
    var isFirst = [Bool](repeating: false, count: 256)
    for value in all { isFirst[Int(value[0])] = true }
    self.isFirst = isFirst
  }

  /// Returns true for a text worth searching: short texts are parts of words, and a password may be
  /// a word.
  static func isDistinctive(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count >= headLength else { return false }
    return bytes.count >= 20 || bytes.contains { !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) }
  }

  /// Returns the text with each value cut to its hint.
  func swept(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var end = 0
    var position = 0
    while position + Self.headLength <= bytes.count {
      guard isFirst[Int(bytes[position])], let value = value(in: bytes, at: position) else {
        position += 1
        continue
      }
      result += bytes[end..<position]
      result += SecretMask.hint(String(decoding: value, as: UTF8.self)).utf8
      position += value.count
      end = position
    }
    guard end > 0 else { return text }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  private func value(in bytes: [UInt8], at position: Int) -> [UInt8]? {
    values[Self.head(of: bytes, at: position)]?.first { bytes[position...].starts(with: $0) }
  }

  /// Returns the first bytes of a value, which is long enough.
  private static func head(of bytes: [UInt8], at position: Int) -> UInt64 {
    bytes[position..<(position + headLength)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
