internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The time between the requests of a recording, in whole seconds.
///
/// A scenario runs on a clock that is frozen at a whole second, see ``ScenarioRun``. Tokens and
/// sessions are compared by seconds, so the scenario advances by each second that passed in the
/// recording.
struct RecordedClock {
  /// The time of the last request; nil after a step that sets the clock.
  private var last: Timestamp?

  /// Returns the step that restores the clock of the start; nil for the machine's clock.
  ///
  /// - Parameters:
  ///   - start: the start of the recording.
  ///   - isSet: true if a request sets the clock to a date, so that the scenario must begin at one.
  static func beginning(
    _ state: EmulatorClock.State, at start: Timestamp, isSet: Bool
  ) -> ScenarioDocument.Step? {
    if state.frozenAt != nil || isSet {
      let about =
        state.frozenAt == nil
        ? "The clock is set, as a later step sets it" : "The clock stands still"
      return ScenarioDocument.Step(
        about, "POST", control: "clock:set",
        body: ["now": .string((state.frozenAt ?? start).rfc3339), "frozen": true])
    }
    guard state.offsetMilliseconds != 0 else { return nil }
    return ScenarioDocument.Step(
      "The clock is ahead of the machine's, or behind", "POST", control: "clock:advance",
      body: ["milliseconds": .int(state.offsetMilliseconds)])
  }

  /// Returns the step for the seconds since the last request; nil for none.
  ///
  /// - Parameter jumpsBack: true if the last request may have turned the clock back.
  mutating func pause(before entry: LoggedRequest, jumpsBack: Bool) -> ScenarioDocument.Step? {
    let seconds = last.map { entry.time.seconds - $0.seconds } ?? 0
    // A call that moves the clock is itself a step.
    last = Self.movesClock(entry) ? nil : entry.time
    return seconds > 0 || seconds < 0 && jumpsBack ? Self.pause(of: seconds) : nil
  }

  /// Returns the step that freezes the clock again.
  static func stop(after entry: LoggedRequest) -> ScenarioDocument.Step? {
    guard movesClock(entry) else { return nil }
    return ScenarioDocument.Step(
      "The clock of the scenario stays frozen", "POST", control: "clock:freeze",
      body: [:])
  }

  private static func movesClock(_ entry: LoggedRequest) -> Bool {
    entry.status == .ok && entry.controlCall?.hasPrefix("clock:") ?? false
  }

  static func pause(of seconds: Int64) -> ScenarioDocument.Step {
    ScenarioDocument.Step(
      seconds == 1 ? "1 second passes" : "\(seconds) seconds pass", "POST",
      control: "clock:advance", body: ["seconds": .int(seconds)])
  }
}
