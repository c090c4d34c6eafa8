internal import EmuSystem
import Synchronization

/// A line on a terminal with the progress of long work, its speed and its remaining time.
///
/// Nothing is shown in the first second, and nothing at all where standard error is not a terminal.
final class ProgressBar: Sendable {
  enum Unit: Sendable {
    case bytes, users
  }

  private struct State {
    var done = 0
    var shownAt: ContinuousClock.Instant?
  }

  private static let width = 24

  private let title: String
  private let total: Int
  private let unit: Unit
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(_ title: String, of total: Int, _ unit: Unit) {
    self.title = title
    self.total = total
    self.unit = unit
    isShown = isatty(STDERR_FILENO) == 1
  }

  func reach(_ done: Int) {
    guard isShown else { return }
    let line = state.withLock { state -> String? in
      state.done = max(state.done, done)
      let now = ContinuousClock.now
      guard now - start >= .seconds(1) else { return nil }
      if let shown = state.shownAt, now - shown < .milliseconds(100) { return nil }
      state.shownAt = now
      return Self.line(title, state.done, of: total, unit, after: now - start)
    }
    if let line { Output.put("\r\(line)\u{1B}[K", to: STDERR_FILENO) }
  }

  func end() {
    let wasShown = state.withLock { state in
      defer { state.shownAt = nil }
      return state.shownAt != nil
    }
    if wasShown { Output.put("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  /// The line as it is after some time.
  static func line(
    _ title: String, _ done: Int, of total: Int, _ unit: Unit, after time: Duration
  ) -> String {
    let part = total > 0 ? min(1, Double(done) / Double(total)) : 1
    let filled = Int(part * Double(width))
    let bar =
      String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let rate = seconds > 0 ? Double(done) / seconds : 0
    let left = rate > 0 ? Int64((Double(max(0, total - done)) / rate).rounded(.up)) : 0
    let span = TimeSpan(milliseconds: left * 1000).text
    let rest = done >= total ? "storing the last of it" : "\(span) left"
    return "\(title) [\(bar)] \(Int(part * 100)) %, \(amount(rate, unit))/s, \(rest)"
  }

  private static func amount(_ rate: Double, _ unit: Unit) -> String {
    switch unit {
    case .bytes: rate < 1e6 ? "\(Int(rate / 1e3)) KB" : "\(Int(rate / 1e6)) MB"
    case .users: "\(Int(rate)) users"
    }
  }
}
