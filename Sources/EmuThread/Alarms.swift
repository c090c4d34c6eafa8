/// One thread that calls closures at set times.
///
/// By the machine's monotonic clock. The thread is started with the first alarm.
package final class Alarms: Sendable {
  private struct Alarm {
    let time: ContinuousClock.Instant
    let ring: @Sendable () -> Void
  }

  private struct State {
    /// The next one is the last.
    var alarms: [Alarm] = []
    var thread: SystemThread?
    var isClosed = false
  }

  private let state = Monitor(State())

  package init() {}

  deinit { close() }

  /// Calls `ring` after a time, on a shared thread: it must return immediately.
  ///
  /// A pending alarm rings when the alarms are closed, since a request may wait for it.
  package func after(_ duration: Duration, _ ring: @escaping @Sendable () -> Void) {
    let alarm = Alarm(time: .now + duration, ring: ring)
    let isSet = state.update { state -> Bool in
      guard !state.isClosed else { return false }
      if state.thread == nil {
        let monitor = self.state
        guard let thread = try? SystemThread({ Self.wait(monitor) }) else { return false }
        state.thread = thread
      }
      let place = state.alarms.firstIndex { $0.time <= alarm.time } ?? state.alarms.endIndex
      state.alarms.insert(alarm, at: place)
      return true
    }
    if !isSet { ring() }
  }

  /// Rings every pending alarm, and ends the thread.
  package func close() {
    let (alarms, thread) = state.update { state in
      defer {
        state.isClosed = true
        state.alarms = []
        state.thread = nil
      }
      return (state.alarms, state.thread)
    }
    for alarm in alarms.reversed() { alarm.ring() }
    thread?.join()
  }

  private static func wait(_ state: Monitor<State>) {
    while true {
      let (due, isOver) = state.wait(
        until: { $0.isClosed }, before: { $0.alarms.last?.time }
      ) { state -> ([Alarm], Bool) in
        let now = ContinuousClock.now
        var due: [Alarm] = []
        while let next = state.alarms.last, next.time <= now {
          due.append(state.alarms.removeLast())
        }
        return (due, state.isClosed)
      }
      for alarm in due { alarm.ring() }
      if isOver { return }
    }
  }
}
