internal import EmuJSON

/// Finds values that are known to be secrets wherever they stand in a text.
///
/// One pass over the text, however many values there are.
struct SecretSweep {
  private static let headLength = 6

  /// The values by their first bytes, the longest first: one may hold another.
  private let values: [UInt64: [[UInt8]]]

  init(_ texts: Set<String>) {
    let all = texts.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    values = Dictionary(grouping: all) { Self.head(of: $0, at: 0) ?? 0 }
  }

  /// Whether a text is looked for: short texts are parts of words, and a password may be a word.
  static func isDistinctive(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count >= headLength else { return false }
    return bytes.count >= 20 || bytes.contains { !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) }
  }

  /// The text with each value cut to its hint.
  func swept(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard !values.isEmpty, bytes.count >= Self.headLength else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    var head = Self.head(of: bytes, at: 0)
    while position < bytes.count {
      guard let known = head, let candidates = values[known],
        let value = candidates.first(where: { bytes[position...].starts(with: $0) })
      else {
        result.append(bytes[position])
        position += 1
        head = Self.head(after: head, of: bytes, at: position)
        continue
      }
      result += SecretMask.hint(String(decoding: value, as: UTF8.self)).utf8
      position += value.count
      head = Self.head(of: bytes, at: position)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A document whose texts are swept, and whose names are left.
  func swept(_ tree: JSON) -> JSON {
    switch tree {
    case .object(let object):
      var result = JSONObject()
      for member in object { result[member.key] = swept(member.value) }
      return .object(result)
    case .array(let elements): return .array(elements.map(swept))
    case .string(let text): return .string(swept(text))
    default: return tree
    }
  }

  /// The head one byte further, from the one before it.
  private static func head(after head: UInt64?, of bytes: [UInt8], at position: Int) -> UInt64? {
    let last = position + headLength - 1
    guard let head, last < bytes.count else { return nil }
    return (head << 8 | UInt64(bytes[last])) & (1 << (8 * UInt64(headLength)) - 1)
  }

  private static func head(of bytes: [UInt8], at position: Int) -> UInt64? {
    guard position + headLength <= bytes.count else { return nil }
    return bytes[position..<(position + headLength)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
