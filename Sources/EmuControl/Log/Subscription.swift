internal import Synchronization

/// A stream's entry among the log's listeners. It is removed once, even if the client disconnects
/// before it is added.
final class Subscription: Sendable {
  private struct State {
    var hasEnded = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func begin(_ cancel: @escaping @Sendable () -> Void) {
    let isTooLate = state.withLock { state in
      if !state.hasEnded { state.cancel = cancel }
      return state.hasEnded
    }
    if isTooLate { cancel() }
  }

  func end() {
    let cancel = state.withLock { state in
      state.hasEnded = true
      defer { state.cancel = nil }
      return state.cancel
    }
    cancel?()
  }
}
