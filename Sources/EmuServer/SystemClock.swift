internal import EmuModel
internal import FoundationEssentials

/// The machine's own clock: the one place that reads it.
enum SystemClock {
  static func now() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}
