/// A few threads that run what takes long, one job after the other, behind a queue.
///
/// Threads are started when there is something to do, stay, and have less of the processor than others
/// when there is not enough of it. Jobs start in the order in which they came.
package final class WorkerPool: Sendable {
  /// Why a job is not run.
  package enum Refusal: Error, Sendable, Hashable {
    /// As many jobs wait as may wait.
    case full
    /// The pool is closed, or the system has no thread for it.
    case closed

    /// A sentence for the sender of the request.
    package var message: String {
      switch self {
      case .full:
        "Too many requests that take long wait already. Send this one again later, or fewer at once."
      case .closed:
        "The emulator is stopping, or has no thread left. Send this request again later."
      }
    }
  }

  private struct Job {
    let run: @Sendable () -> Void
    let refuse: @Sendable (Refusal) -> Void
  }

  private struct State {
    var waiting: [Job] = []
    var threads: [SystemThread] = []
    var idle = 0
    var isClosed = false
  }

  private let state = Monitor(State())
  private let threadLimit: Int
  private let queueLimit: Int

  /// Makes a pool without a thread.
  ///
  /// - Parameters:
  ///   - threads: the most jobs that run at once.
  ///   - queueLimit: the most jobs that wait besides.
  package init(threads: Int, queueLimit: Int) {
    threadLimit = max(1, threads)
    self.queueLimit = max(0, queueLimit)
  }

  deinit { close() }

  /// Runs a job on one of the threads; returns at once.
  ///
  /// - Parameters:
  ///   - isContinuation: whether the job goes on with one that was taken before: it is not counted, and
  ///     is refused by a closed pool only.
  ///   - refused: is called in place of `run`, here or, for a job that waits while the pool is closed,
  ///     on the thread that closes.
  package func submit(
    isContinuation: Bool = false, _ run: @escaping @Sendable () -> Void,
    refused: @escaping @Sendable (Refusal) -> Void
  ) {
    let job = Job(run: run, refuse: refused)
    let refusal = state.update { state -> Refusal? in
      if state.isClosed { return .closed }
      // Those that an idle thread is about to take do not wait.
      let free = state.idle + threadLimit - state.threads.count
      if !isContinuation, state.waiting.count >= queueLimit + free { return .full }
      state.waiting.append(job)
      guard state.idle < state.waiting.count, state.threads.count < threadLimit else { return nil }
      do {
        let monitor = self.state
        state.threads.append(try SystemThread { Self.work(monitor) })
        return nil
      } catch {
        guard state.threads.isEmpty else { return nil }
        state.waiting.removeAll()
        return .closed
      }
    }
    if let refusal { refused(refusal) }
  }

  /// Refuses what waits, and waits for what runs.
  ///
  /// Called by a job, it does not wait for that job. A second call does nothing.
  package func close() {
    let (jobs, threads) = state.update { state in
      defer {
        state.isClosed = true
        state.waiting = []
        state.threads = []
      }
      return (state.waiting, state.threads)
    }
    for job in jobs { job.refuse(.closed) }
    for thread in threads { thread.join() }
  }

  /// The number of jobs that wait, for tests.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  private static func work(_ state: Monitor<State>) {
    SystemThread.lowerPriority()
    while let job = next(state) { job.run() }
  }

  private static func next(_ state: Monitor<State>) -> Job? {
    state.withLock { $0.idle += 1 }
    return state.wait(until: { !$0.waiting.isEmpty || $0.isClosed }) { state in
      state.idle -= 1
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
  }
}
