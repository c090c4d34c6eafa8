internal import EmuModel

/// The ids of requests: a counter in base 36, a hyphen, and five characters of this log alone.
///
/// The ids sort in the order of the responses.
struct RequestIDs: Sendable {
  /// The random end of every id, so that an id of an earlier process is unknown.
  private let suffix: String

  init(_ ids: IDGenerator) { suffix = "-" + ids.lowercaseLetters(5) }

  func id(of number: UInt64) -> String {
    let digits = String(number, radix: 36)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits + suffix
  }

  /// Returns the number in an id; nil for one of another log.
  func number(of id: String) -> UInt64? {
    guard id.hasSuffix(suffix), let number = UInt64(id.dropLast(suffix.utf8.count), radix: 36),
      self.id(of: number) == id
    else { return nil }
    return number
  }
}
