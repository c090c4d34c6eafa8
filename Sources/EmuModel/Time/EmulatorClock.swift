internal import Synchronization

/// The one clock that stamps, expires and signs everything.
///
/// It follows the machine's clock at an offset that a test may move, or stands still. Every lifetime
/// in the backend and in the issuers is measured on it.
package final class EmulatorClock: Sendable {
  /// What survives a restart: the store keeps it beside the data that it stamped.
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

  package var now: Timestamp { now(of: state) }

  package var isFrozen: Bool { state.frozenAt != nil }

  /// How far the emulator's clock is from the machine's, in milliseconds.
  package var offsetMilliseconds: Int64 { now.milliseconds - machine().milliseconds }

  package func advance(by duration: Duration) {
    update { state in
      state.offsetMilliseconds &+= duration.wholeMilliseconds
      if let frozenAt = state.frozenAt { state.frozenAt = frozenAt + duration }
    }
  }

  /// Moves the clock to a moment; a clock that stands still goes on standing unless told otherwise.
  package func set(to moment: Timestamp, frozen: Bool? = nil) {
    update { state in
      state.offsetMilliseconds = moment.milliseconds - machine().milliseconds
      let stands = frozen ?? (state.frozenAt != nil)
      state.frozenAt = stands ? moment : nil
    }
  }

  package func freeze() {
    update { state in state.frozenAt = now(of: state) }
  }

  package func restore(_ state: State) { update { $0 = state } }

  private func now(of state: State) -> Timestamp {
    state.frozenAt
      ?? Timestamp(milliseconds: machine().milliseconds &+ state.offsetMilliseconds)
  }

  private func update(_ change: (inout State) -> Void) {
    storage.withLock { change(&$0) }
  }
}
