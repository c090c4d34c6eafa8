import EmuSystem
import EmuThread

/// The end of the process: its signals, and a time limit.
///
/// A thread waits for signals from before the start on, so that nothing else in the process, such
/// as a blocked writer, can delay the end. Unfinished work is named on standard error.
final class Shutdown: Sendable {
  enum Event: Sendable, Hashable {
    case signal(StopSignals.Signal)
    case childEnded(ChildProcess.End)
  }

  private struct State {
    var events: [Event] = []
    var lastSignal: ContinuousClock.Instant?
    var isEnding = false
    /// True while a command runs that receives the signals.
    var passesOn = false
    var unfinished = "The start was not finished."
  }

  /// The seconds without progress after which the process ends.
  private static let limit: UInt32 = 10
  /// The maximum seconds between two pieces of an export.
  private static let exportLimit: UInt32 = 60
  /// Signals within this time are one: `timeout`, and a shell with the terminal, send it twice.
  private static let oneSignal = Duration.seconds(1)

  private let state = Monitor(State())

  /// Blocks the signals and starts to wait for them; call it before the first other thread.
  ///
  /// - Parameter others: more signals to wait for, which end nothing.
  init(passingOn others: [Int32] = []) throws {
    let signals = StopSignals(beside: [SIGALRM] + others)
    let state = state
    try SystemThread {
      while true { Self.receive(signals.wait(), state) }
    }.detach()
  }

  // MARK: - The main thread

  /// Waits until a signal requests the end, or returns if one has.
  func wait() { state.wait(until: { $0.isEnding }, then: { _ in }) }

  /// Runs a command that receives the signals until ``begin()``.
  ///
  /// - Returns: nil where a signal has already requested the end.
  func passOn(_ run: () throws -> ChildProcess) throws -> ChildProcess? {
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
      throw CommandFailure(
        "The command was ended, since no thread could be started to wait for it. End other programs, or "
          + "allow more threads with ulimit -u.")
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

  /// Sets the message about unfinished work if the process ends now.
  func step(_ unfinished: String) { state.withLock { $0.unfinished = unfinished } }

  /// Restarts the time limit of an export after progress.
  func exportProgressed() { alarm(Self.exportLimit) }

  /// Sets the time limit after the export.
  func exportEnded() { alarm(Self.limit) }

  // MARK: - The thread of the signals

  private static func receive(_ signal: StopSignals.Signal, _ state: Monitor<State>) {
    let now = ContinuousClock.now
    let end = state.update { state -> (reason: String, code: Int32)? in
      // No limit was set before the end.
      guard signal.number != SIGALRM || !state.isEnding else {
        return ("Stopping took too long, so the process ended.", 1)
      }
      guard !StopSignals.passedOn.contains(signal.number) else {
        state.events.append(.signal(signal))
        return nil
      }
      let last = state.lastSignal
      if let last, now - last < oneSignal { return nil }
      state.lastSignal = now
      // The end may have begun without a signal, and then the first one changes nothing.
      if state.isEnding {
        return last == nil
          ? nil : ("A second signal ended it immediately.", 128 + signal.number)
      }
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
