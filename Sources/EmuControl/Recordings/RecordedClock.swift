internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The time that passed between the requests of a recording.
struct RecordedClock {
  /// A shorter pause is not repeated, in milliseconds: people take that long to type.
  private static let shortestPause: Int64 = 60_000

  private var last: Timestamp?

  /// The steps that put the clock where it stood.
  static func beginning(_ state: EmulatorClock.State) -> [RecordedStep] {
    if let moment = state.frozenAt {
      return [
        RecordedStep(
          about: "The clock stands still", call: "POST /emulator/v1/clock:set",
          body: ["now": .string(moment.rfc3339), "frozen": true])
      ]
    }
    guard state.offsetMilliseconds != 0 else { return [] }
    return [
      RecordedStep(
        about: "The clock is ahead of the machine's, or behind",
        call: "POST /emulator/v1/clock:advance",
        body: ["milliseconds": .int(state.offsetMilliseconds)])
    ]
  }

  /// The step for the time since the request before, if that was long.
  mutating func pause(before entry: LoggedRequest) -> RecordedStep? {
    let passed = last.map { entry.time.milliseconds - $0.milliseconds } ?? 0
    // A call that moves the clock is a step itself.
    let moves = ["clock:", "reset"].contains { name in
      RecordedFilter.controlCall(entry.request)?.hasPrefix(name) ?? false
    }
    last = moves ? nil : entry.time
    return passed >= Self.shortestPause ? Self.pause(of: passed / 1000) : nil
  }

  static func pause(of seconds: Int64) -> RecordedStep {
    RecordedStep(
      about: "\(seconds) seconds pass", call: "POST /emulator/v1/clock:advance",
      body: ["seconds": .int(seconds)])
  }
}
