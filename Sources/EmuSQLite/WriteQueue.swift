internal import EmuThread

/// The one thread that writes: it takes all waiting bodies, runs each in a savepoint of one shared
/// transaction, commits, and then completes all of them.
// Sendable: after `start`, only the writer's thread uses `batch` and `othersWrite`. `thread`
// is written before the first job can be queued; the rest is protected by the monitor.
final class WriteQueue: @unchecked Sendable {
  private struct State {
    var jobs: [WriteJob] = []
    /// Parts that wait for the end of a checkpoint.
    var held: [WriteJob] = []
    var isRemainderDue = false
    var isClosing = false
    var isClosed = false
    var closeError: DatabaseError?

    /// Moves the held jobs to the front of the queue.
    mutating func release() {
      jobs.insert(contentsOf: held, at: 0)
      held = []
    }
  }

  private struct Work {
    let jobs: [WriteJob]
    let isLast: Bool
  }

  /// Pages in memory, in bytes, that are worth giving up in a quiet time.
  private static let muchMemory = 4 << 20

  private let state = Monitor(State())
  private let batch: WriteBatch
  private let quiet: Duration
  private var thread: SystemThread?
  private let checkpointer: Checkpointer
  /// True when anything but parts was written since the last part.
  private var othersWrite = false

  init(
    _ connection: sending Connection, presence: FilePresence, readers: ReaderPool,
    checkpointer: Checkpointer, quiet: Duration
  ) {
    connection.reportLog(to: checkpointer)
    batch = WriteBatch(connection: connection, presence: presence, readers: readers)
    self.quiet = quiet
    self.checkpointer = checkpointer
  }

  /// Starts the two threads; `atEnd` runs on the writer's thread when everything else has been
  /// closed.
  func start(atEnd: @escaping @Sendable () -> Void) throws(DatabaseError) {
    do throws(DatabaseError) {
      try checkpointer.start { [state] in state.update { $0.isRemainderDue = true } }
      thread = try SystemThread.detached { self.main(atEnd) }
    } catch {
      checkpointer.stop()
      batch.connection.close()
      throw error
    }
  }

  /// True when the caller runs on the writer's thread: inside a body or a completion.
  var isCurrentThread: Bool {
    // A thread that has ended leaves its handle to a later one.
    thread?.isCurrent == true && !state.withLock { $0.isClosed }
  }

  /// True when other jobs wait while one runs.
  var hasWaitingJobs: Bool {
    state.withLock { !$0.jobs.isEmpty }
  }

  /// Queues a job; false when the database is closed.
  func enqueue(_ job: WriteJob) -> Bool {
    state.update { state in
      if state.isClosing { return false }
      state.jobs.append(job)
      return true
    }
  }

  /// Lets the queue drain and the thread close everything, without waiting.
  func beginClosing() {
    state.update { $0.isClosing = true }
  }

  /// Waits until everything is closed.
  ///
  /// - Returns: the reason that the log could not be emptied; once only.
  func waitUntilClosed() -> DatabaseError? {
    state.wait(until: { $0.isClosed }) { state in
      defer { state.closeError = nil }
      return state.closeError
    }
  }

  // MARK: - The writer's thread

  private func main(_ atEnd: @Sendable () -> Void) {
    /// The time at which memory is released, unless something is written before.
    var quietAt: ContinuousClock.Instant?
    while true {
      let work = state.wait(
        until: { !$0.jobs.isEmpty || $0.isRemainderDue || $0.isClosing }, before: { _ in quietAt }
      ) { state in
        if state.isClosing { state.release() }
        defer {
          state.jobs = []
          state.isRemainderDue = false
        }
        return Work(jobs: state.jobs, isLast: state.isClosing)
      }
      run(work.jobs)
      // A part may have returned jobs to the queue.
      if work.isLast, !hasWaitingJobs { break }
      checkpointer.finishRemainder(on: batch.connection)
      if !checkpointer.isCopying { state.withLock { $0.release() } }
      if !work.jobs.isEmpty {
        quietAt = .now + quiet
      } else if let end = quietAt, end <= .now {
        quietAt = nil
        returnMemory()
      }
    }
    checkpointer.stop()
    batch.readers.close()
    let error = closeConnection()
    atEnd()
    state.update { state in
      state.closeError = error
      state.isClosed = true
    }
  }

  /// Runs jobs in their order.
  ///
  /// A part waits while the log is copied, if others write as well. Its changes would keep the copy
  /// from reaching the log's end, and the writer would block the others with a long remainder.
  private func run(_ jobs: [WriteJob]) {
    var group: [WriteJob] = []
    for (index, job) in jobs.enumerated() {
      if case .shared = job.kind {
        group.append(job)
        continue
      }
      run(shared: group)
      group = []
      switch job.kind {
      case .shared: break
      case .part:
        // Later jobs wait in the queue, where the part can see them, and others may join them.
        let isHeld = state.withLock { state in
          state.jobs.insert(contentsOf: jobs[(index + 1)...], at: 0)
          guard othersWrite, checkpointer.isCopying, !state.isClosing else { return false }
          state.held.append(job)
          return true
        }
        if isHeld { return }
        othersWrite = false
        return batch.run([job])
      case .bulk(let cache, let copy):
        checkpointer.pausing { batch.runBulk(job, attaching: copy, cache) }
      case .replacing: batch.runReplacing(job)
      }
    }
    run(shared: group)
  }

  private func run(shared jobs: [WriteJob]) {
    guard !jobs.isEmpty else { return }
    batch.run(jobs)
    othersWrite = true
  }

  /// An import fills the cache, which an idle emulator does not need.
  private func returnMemory() {
    guard batch.connection.cachedBytes > Self.muchMemory else { return }
    batch.connection.releaseMemory()
  }

  private func closeConnection() -> DatabaseError? {
    defer { batch.connection.close() }
    do throws(DatabaseError) {
      try batch.presence.check()
      try batch.connection.checkpointAndTruncate()
      return nil
    } catch {
      return error
    }
  }
}

extension SystemThread {
  /// Starts a detached thread.
  ///
  /// - Throws: `other` when the system provides no more threads.
  static func detached(
    _ body: @escaping @Sendable () -> Void
  ) throws(DatabaseError) -> SystemThread {
    do {
      let thread = try SystemThread(body)
      thread.detach()
      return thread
    } catch {
      throw DatabaseError(.other, "no thread: \(error)")
    }
  }
}
