/// A few threads that run long jobs, one after the other, from a queue.
///
/// Threads are started on demand, remain, and have a lower priority than others. Jobs start in the
/// order in which they were submitted. A job whose sender has disconnected is not run.
package final class WorkerPool: Sendable {
  package enum Refusal: Error, Sendable, Hashable {
    /// As many jobs wait as may wait.
    case full
    /// The pool is closed, or the system has no thread for it.
    case closed
    /// The sender disconnected before the job started.
    case abandoned

    /// A sentence for the sender of the request.
    package var message: String {
      switch self {
      case .full:
        "Too many requests that take long wait already. Send this one again later, or fewer at once."
      case .closed:
        "The emulator is stopping, or has no thread left. Send this request again later."
      case .abandoned: "The client closed the connection before its turn came."
      }
    }
  }

  private struct Job: Sendable {
    let hasDisconnected: @Sendable () -> Bool
    let run: @Sendable () -> Void
    let refuse: @Sendable (Refusal) -> Void
  }

  private struct State: Sendable {
    var waiting: [Job] = []
    var threads: [SystemThread] = []
    var idle = 0
    var isClosed = false
  }

  private let state = Monitor(State())
  private let threadLimit: Int
  private let queueLimit: Int

  /// Creates a pool without a thread.
  ///
  /// - Parameters:
  ///   - threads: the maximum number of running jobs.
  ///   - queueLimit: the maximum number of waiting jobs.
  package init(threads: Int, queueLimit: Int) {
    threadLimit = max(1, threads)
    self.queueLimit = max(0, queueLimit)
  }

  deinit { close() }

  /// Queues a job, and returns immediately.
  ///
  /// - Parameters:
  ///   - hasDisconnected: returns true once the sender no longer waits for the job.
  ///   - isContinuation: true for the continuation of an accepted job: it is not counted, and only
  ///     a closed pool rejects it.
  ///   - refused: called instead of `run`. It runs here or, for a job that waits while the pool is
  ///     closed, on the closing thread.
  package func submit(
    unless hasDisconnected: @escaping @Sendable () -> Bool = { false },
    isContinuation: Bool = false, _ run: @escaping @Sendable () -> Void,
    refused: @escaping @Sendable (Refusal) -> Void
  ) {
    let job = Job(hasDisconnected: hasDisconnected, run: run, refuse: refused)
    var abandoned: [Job] = []
    let refusal = state.update { state -> Refusal? in
      if state.isClosed { return .closed }
      // Jobs that an idle thread is about to take are not counted as waiting.
      let limit = queueLimit + state.idle + threadLimit - state.threads.count
      if !isContinuation, state.waiting.count >= limit {
        state.waiting.removeAll { waiting in
          guard waiting.hasDisconnected() else { return false }
          abandoned.append(waiting)
          return true
        }
        if abandoned.isEmpty { return .full }
      }
      state.waiting.append(job)
      guard state.idle < state.waiting.count, state.threads.count < threadLimit else { return nil }
      do {
        let monitor = self.state
        state.threads.append(try SystemThread { Self.work(monitor) })
        return nil
      } catch {
        guard state.threads.isEmpty else { return nil }
        state.waiting = []
        return .closed
      }
    }
    for job in abandoned { job.refuse(.abandoned) }
    if let refusal { refused(refusal) }
  }

  /// Rejects waiting jobs, and waits for running ones.
  ///
  /// Called by a job, it does not wait for that job. A second call does nothing.
  package func close() {
    let (jobs, threads) = state.update { state in
      defer {
        state.isClosed = true
        state.threads = []
        state.waiting = []
      }
      return (state.waiting, state.threads)
    }
    for job in jobs { job.refuse(.closed) }
    for thread in threads { thread.join() }
  }

  private static func work(_ state: Monitor<State>) {
    SystemThread.lowerPriority()
    while let job = next(state) { job.hasDisconnected() ? job.refuse(.abandoned) : job.run() }
  }

  private static func next(_ state: Monitor<State>) -> Job? {
    state.withLock { $0.idle += 1 }
    return state.wait(until: { !$0.waiting.isEmpty || $0.isClosed }) { state in
      state.idle -= 1
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
  }
}
