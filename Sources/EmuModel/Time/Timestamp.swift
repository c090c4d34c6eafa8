/// A point on the emulator's clock.
///
/// Milliseconds since the Unix epoch, the finest unit that any wire field carries.
package struct Timestamp: Codable, Sendable, Hashable, Comparable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }
  package init(seconds: Int64) { milliseconds = seconds &* 1000 }

  /// The times that every format can contain: the years 1 to 9999, as `google.protobuf.Timestamp`.
  package static let range =
    Timestamp(seconds: -62_135_596_800)...Timestamp(milliseconds: 253_402_300_799_999)
  /// The same in seconds.
  package static let secondsRange = range.lowerBound.seconds...range.upperBound.seconds

  /// Whole seconds since the epoch, rounded down, as in tokens.
  package var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
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
