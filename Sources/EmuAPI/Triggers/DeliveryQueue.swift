internal import EmuThread

/// Deliveries to other programs: those of one key in order, those of different keys in parallel.
///
/// No request waits for a delivery. The number of waiting ones is limited, and further ones are dropped.
final class DeliveryQueue<Key: Hashable & Sendable>: Sendable {
  /// Begins a delivery; it calls its argument once, on any thread, when the delivery has ended.
  typealias Job = @Sendable (_ finish: @escaping @Sendable () -> Void) -> Void

  private struct State {
    /// The waiting jobs by key; the first of each is under way.
    var queues: [Key: [Job]] = [:]
    var count = 0
    /// True since the limit was reached, until half of the places are free.
    var isFull = false
    var isClosed = false
  }

  private let state = Monitor(State())
  private let limit: Int
  private let onFull: @Sendable () -> Void

  /// - Parameter onFull: called for the first delivery that is dropped.
  init(limit: Int, onFull: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.onFull = onFull
  }

  /// Queues a delivery and returns immediately; after ``close(waiting:)`` it is dropped.
  func add(for key: Key, _ job: @escaping Job) {
    let next = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isClosed else { return nil }
      guard state.count < limit else {
        defer { state.isFull = true }
        return state.isFull ? nil : onFull
      }
      state.count += 1
      state.queues[key, default: []].append(job)
      guard state.queues[key]?.count == 1 else { return nil }
      return { self.deliver(job, key) }
    }
    next?()
  }

  /// Stops accepting deliveries, and waits for the queued ones.
  ///
  /// Blocks for at most the given duration; never call it on the client's thread.
  ///
  /// - Returns: the number of those that were dropped.
  func close(waiting duration: Duration) -> Int {
    state.withLock { $0.isClosed = true }
    let deadline = ContinuousClock.now + duration
    return state.wait(until: { $0.count == 0 }, before: { _ in deadline }) { state in
      defer { (state.queues, state.count) = ([:], 0) }
      return state.count
    }
  }

  private func deliver(_ job: Job, _ key: Key) {
    job {
      let next = self.state.update { state -> Job? in
        guard var queue = state.queues.removeValue(forKey: key) else { return nil }
        queue.removeFirst()
        state.count -= 1
        if state.count < self.limit / 2 { state.isFull = false }
        if !queue.isEmpty { state.queues[key] = queue }
        return queue.first
      }
      if let next { self.deliver(next, key) }
    }
  }
}
