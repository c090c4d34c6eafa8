/// A point on the emulator's clock.
///
/// Milliseconds since the Unix epoch, the finest unit that any wire field carries.
package struct Timestamp: Codable, Sendable, Hashable, Comparable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }
  package init(seconds: Int64) { milliseconds = seconds &* 1000 }

  /// - Throws: for a time beyond ``range``: clients can send sealed texts that they have made.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    milliseconds = try container.decode(Int64.self, forKey: .milliseconds)
    guard Self.range.contains(self) else {
      throw DecodingError.dataCorruptedError(
        forKey: .milliseconds, in: container, debugDescription: "not a valid time")
    }
  }

  /// The times that every format can contain: the years 1 to 9999, as `google.protobuf.Timestamp`.
  package static let range =
    Timestamp(seconds: -62_135_596_800)...Timestamp(milliseconds: 253_402_300_799_999)
  /// The same in seconds.
  package static let secondsRange = range.lowerBound.seconds...range.upperBound.seconds

  /// Whole seconds since the epoch, rounded down, as in tokens.
  package var seconds: Int64 {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return rest < 0 ? whole - 1 : whole
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds &+ duration.wholeMilliseconds)
  }

  package static func - (moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds &- duration.wholeMilliseconds)
  }

  package func since(_ earlier: Timestamp) -> Duration {
    .milliseconds(milliseconds - earlier.milliseconds)
  }
}

extension Duration {
  /// Whole milliseconds, rounded toward zero.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
  }
}
