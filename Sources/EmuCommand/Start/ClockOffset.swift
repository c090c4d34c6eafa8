/// A readable time span.
enum ClockOffset {
  /// Returns the two largest units that are not zero: `2 h 30 min`, `45 d`, `1 s`.
  static func text(_ duration: Duration) -> String {
    var rest = duration.components.seconds
    var parts: [String] = []
    for (unit, seconds) in [("d", Int64(86_400)), ("h", 3600), ("min", 60), ("s", 1)] {
      if rest >= seconds { parts.append("\(rest / seconds) \(unit)") }
      rest %= seconds
    }
    return parts.isEmpty ? "less than 1 s" : parts.prefix(2).joined(separator: " ")
  }
}
