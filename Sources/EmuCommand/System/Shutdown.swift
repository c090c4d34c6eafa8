import EmuThread

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The end of the process: the signals that ask for it, and a limit to the time that it takes.
///
/// A thread waits for signals from before the start on, so that nothing else in the process, such as a
/// writer that hangs, can hold the end up. What is cut off is named on standard error.
final class Shutdown: Sendable {
  /// What the main thread waits for.
  enum Event: Sendable, Hashable {
    case signal(StopSignals.Signal)
    case childEnded(ChildProcess.End)
  }

  private struct State {
    var events: [Event] = []
    var lastSignal: ContinuousClock.Instant?
    var isEnding = false
    /// Whether a command runs that gets the signals.
    var passesOn = false
    var unfinished = "The start was not finished."
  }

  /// The seconds after which the process ends though nothing got on.
  private static let limit: UInt32 = 10
  /// The seconds that an export may take from one piece to the next.
  private static let exportLimit: UInt32 = 60
  /// Signals within this time are one: `timeout`, and a shell beside the terminal, send it twice.
  private static let oneSignal = Duration.seconds(1)

  private let state = Monitor(State())

  /// Blocks the signals and begins to wait for them; before the first other thread.
  init() throws {
    let signals = StopSignals(beside: [SIGALRM])
    let state = state
    try SystemThread {
      while true { Self.receive(signals.wait(), state) }
    }.detach()
  }

  // MARK: - The main thread

  /// Waits until a signal asks for the end, or has asked for it already.
  func wait() { state.wait(until: { $0.isEnding }, then: { _ in }) }

  /// Runs a command that gets the signals until ``begin()``.
  ///
  /// - Returns: nil where a signal has asked for the end already.
  func passOn(
    _ run: () throws(ChildProcess.Failure) -> ChildProcess
  ) throws(ChildProcess.Failure) -> ChildProcess? {
    let isEnding = state.update { state in
      state.passesOn = !state.isEnding
      return state.isEnding
    }
    guard !isEnding else { return nil }
    let child = try run()
    let state = state
    do {
      try SystemThread {
        let end = child.waitForEnd()
        state.update { $0.events.append(.childEnded(end)) }
      }.detach()
    } catch {
      child.send(SIGKILL)
      throw ChildProcess.Failure(program: "A thread for the command", number: EAGAIN)
    }
    return child
  }

  /// The next signal for the command, or its end.
  func next() -> Event {
    state.wait(until: { !$0.events.isEmpty }, then: { $0.events.removeFirst() })
  }

  /// Limits the time from now on, without a signal.
  func begin() {
    state.update { state in
      state.isEnding = true
      state.passesOn = false
    }
    alarm(Self.limit)
  }

  /// Names what is not done if the process ends now.
  func step(_ unfinished: String) { state.withLock { $0.unfinished = unfinished } }

  /// Gives an export more time, as it gets on.
  func exportGetsOn() { alarm(Self.exportLimit) }

  /// Limits what follows the export.
  func exportEnded() { alarm(Self.limit) }

  // MARK: - The thread of the signals

  private static func receive(_ signal: StopSignals.Signal, _ state: Monitor<State>) {
    let now = ContinuousClock.now
    let end = state.update { state -> (reason: String, code: Int32)? in
      guard signal.number != SIGALRM else {
        return ("Stopping took too long, so it was given up.", 1)
      }
      if let last = state.lastSignal, now - last < oneSignal { return nil }
      state.lastSignal = now
      if state.isEnding { return ("A second signal ended it at once.", 128 + signal.number) }
      state.events.append(.signal(signal))
      if !state.passesOn {
        state.isEnding = true
        alarm(limit)
      }
      return nil
    }
    guard let end else { return }
    Output.error("\(end.reason) \(state.withLock { $0.unfinished })")
    _exit(end.code)
  }
}
