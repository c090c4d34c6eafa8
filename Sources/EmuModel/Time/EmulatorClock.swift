internal import Synchronization

/// The one clock for time stamps, expiry and signatures.
///
/// It follows the machine's clock at an offset that a test may change, or is frozen. It measures
/// every lifetime in the backend and in the issuers.
package final class EmulatorClock: Sendable {
  /// The state that survives a restart, stored with the data that it stamped.
  package struct State: Sendable, Hashable {
    package var offsetMilliseconds: Int64
    package var frozenAt: Timestamp?

    package init(offsetMilliseconds: Int64 = 0, frozenAt: Timestamp? = nil) {
      self.offsetMilliseconds = offsetMilliseconds
      self.frozenAt = frozenAt
    }
  }

  private let machine: @Sendable () -> Timestamp
  private let storage: Mutex<State>

  /// - Parameter machine: the machine's own clock; a constant in tests.
  package init(machine: @escaping @Sendable () -> Timestamp, state: State = State()) {
    self.machine = machine
    storage = Mutex(state)
  }

  package var state: State { storage.withLock { $0 } }

  package var now: Timestamp { state.now(machine: machine()) }

  package var machineNow: Timestamp { machine() }

  package var isFrozen: Bool { state.frozenAt != nil }

  /// The offset of the emulator's clock from the machine's, in milliseconds.
  package var offsetMilliseconds: Int64 { state.offset(machine: machine()) }

  package func restore(_ state: State) { storage.withLock { $0 = state } }
}

// The rules of the clock as functions of its state, so that a change can be computed and stored
// before it is visible.
extension EmulatorClock.State {
  package func now(machine: Timestamp) -> Timestamp {
    frozenAt ?? Timestamp(milliseconds: machine.milliseconds &+ offsetMilliseconds)
  }

  /// Returns the offset from the machine's clock, in milliseconds; that of a frozen clock falls.
  package func offset(machine: Timestamp) -> Int64 {
    now(machine: machine).milliseconds - machine.milliseconds
  }

  package mutating func advance(by duration: Duration) {
    offsetMilliseconds &+= duration.wholeMilliseconds
    if let frozenAt { self.frozenAt = frozenAt + duration }
  }

  /// Sets the clock; without `frozen`, a frozen clock remains frozen.
  package mutating func set(to moment: Timestamp, frozen: Bool?, machine: Timestamp) {
    offsetMilliseconds = moment.milliseconds &- machine.milliseconds
    frozenAt = frozen ?? (frozenAt != nil) ? moment : nil
  }

  package mutating func freeze(machine: Timestamp) { frozenAt = now(machine: machine) }
}
