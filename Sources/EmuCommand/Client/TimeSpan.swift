/// A time span as text: `1d2h30m10s500ms`, with a minus sign for the past.
struct TimeSpan: Sendable {
  let milliseconds: Int64

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  init(_ text: String) throws {
    let isNegative = text.hasPrefix("-")
    var rest = text.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
    var sum: Int64 = 0
    guard !rest.isEmpty else { throw Self.unreadable(text) }
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let count = Int64(digits), let unit = Self.units.first(where: { $0.name == name })
      else { throw Self.unreadable(text) }
      let (product, isTooLong) = count.multipliedReportingOverflow(by: unit.milliseconds)
      let (next, overflows) = sum.addingReportingOverflow(product)
      guard !isTooLong, !overflows else { throw Self.unreadable(text) }
      sum = next
    }
    milliseconds = isNegative ? -sum : sum
  }

  /// Returns the offset of a clock from another one, before its name: `2h30m ahead of`.
  static func text(ofOffset milliseconds: Int64) -> String {
    "\(TimeSpan(milliseconds: abs(milliseconds)).text) \(milliseconds < 0 ? "behind" : "ahead of")"
  }

  private static func unreadable(_ text: String) -> CommandFailure {
    .usage(
      "\"\(text)\" is not a valid time. Write days, hours, minutes and seconds such as 1d2h30m or 90s."
    )
  }

  /// `3d4h`, without units of zero.
  var text: String {
    var rest = milliseconds
    let parts = Self.units.compactMap { unit -> String? in
      defer { rest %= unit.milliseconds }
      return rest >= unit.milliseconds ? "\(rest / unit.milliseconds)\(unit.name)" : nil
    }
    return parts.isEmpty ? "0s" : parts.joined()
  }
}
