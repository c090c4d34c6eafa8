internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The time that passed between the requests of a recording, in whole seconds.
///
/// A scenario runs on a clock that stands still at a whole second, see ``ScenarioRun``. Tokens and sessions
/// are compared by seconds, so each second that passed in the recording passes in the scenario.
struct RecordedClock {
  /// The time of the last request; nil behind a step that sets the clock.
  private var last: Timestamp?

  /// The steps that put the clock where it stood.
  ///
  /// - Parameters:
  ///   - start: when the recording began.
  ///   - isSet: whether a request sets the clock to a date, so that the scenario has to begin at one.
  static func beginning(
    _ state: EmulatorClock.State, at start: Timestamp, isSet: Bool
  ) -> [RecordedStep] {
    if state.frozenAt != nil || isSet {
      let about =
        state.frozenAt == nil
        ? "The clock is set, as a later step sets it" : "The clock stands still"
      return [
        RecordedStep(
          about: about, call: "POST \(ControlEntry.root)clock:set",
          body: ["now": .string((state.frozenAt ?? start).rfc3339), "frozen": true])
      ]
    }
    guard state.offsetMilliseconds != 0 else { return [] }
    return [
      RecordedStep(
        about: "The clock is ahead of the machine's, or behind",
        call: "POST \(ControlEntry.root)clock:advance",
        body: ["milliseconds": .int(state.offsetMilliseconds)])
    ]
  }

  /// The step for the seconds since the request before; nil for none.
  ///
  /// - Parameter jumpsBack: whether the request before may have turned the clock back.
  mutating func pause(before entry: LoggedRequest, jumpsBack: Bool) -> RecordedStep? {
    let seconds = last.map { entry.time.seconds - $0.seconds } ?? 0
    // A call that moves the clock is a step itself.
    last = Self.movesClock(entry) ? nil : entry.time
    return seconds > 0 || seconds < 0 && jumpsBack ? Self.pause(of: seconds) : nil
  }

  /// The step behind one that lets the clock run again.
  static func stop(after entry: LoggedRequest) -> RecordedStep? {
    guard movesClock(entry), entry.status == .ok else { return nil }
    return RecordedStep(
      about: "The clock of the scenario goes on standing still",
      call: "POST \(ControlEntry.root)clock:freeze", body: [:])
  }

  static func isSet(by entry: LoggedRequest) -> Bool {
    RecordedFilter.controlCall(entry.request) == "clock:set"
  }

  private static func movesClock(_ entry: LoggedRequest) -> Bool {
    RecordedFilter.controlCall(entry.request)?.hasPrefix("clock:") ?? false
  }

  static func pause(of seconds: Int64) -> RecordedStep {
    RecordedStep(
      about: seconds == 1 ? "1 second passes" : "\(seconds) seconds pass",
      call: "POST \(ControlEntry.root)clock:advance", body: ["seconds": .int(seconds)])
  }
}
