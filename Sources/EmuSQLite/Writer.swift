internal import EmuThread

/// The one thread that writes: it takes all waiting bodies, runs each in a savepoint of one shared
/// transaction, commits, and then answers all of them.
// Sendable: `connection` is touched by the writer's thread alone once `start` has been called;
// `thread` is written before the first job can be queued; the rest is behind the monitor.
final class Writer: @unchecked Sendable {
  private struct State {
    var jobs: [any WriteJob] = []
    var isRestDue = false
    var isClosing = false
    var isClosed = false
    var closeError: DatabaseError?
  }

  private struct Work {
    let jobs: [any WriteJob]
    let isLast: Bool
  }

  /// Pages in memory, in bytes, that are worth giving up in a quiet time.
  private static let muchMemory = 4 << 20

  private let state = Monitor(State())
  private let connection: Connection
  private let quiet: Duration
  private let presence: FilePresence
  private var thread: SystemThread?
  private let checkpointer: Checkpointer

  init(
    _ connection: sending Connection, presence: FilePresence, checkpointer: Checkpointer,
    quiet: Duration
  ) {
    connection.reportLog(to: checkpointer)
    self.connection = connection
    self.quiet = quiet
    self.presence = presence
    self.checkpointer = checkpointer
  }

  /// Starts the two threads; `atEnd` runs on the writer's when everything else has been closed.
  func start(readers: ReaderPool, atEnd: @escaping @Sendable () -> Void) throws(DatabaseError) {
    do throws(DatabaseError) {
      try checkpointer.start { [state] in state.update { $0.isRestDue = true } }
      thread = try SystemThread.detached { self.main(readers, atEnd) }
    } catch {
      checkpointer.stop()
      connection.close()
      throw error
    }
  }

  /// Whether the caller runs on the writer's thread: inside a body or a completion.
  var isCurrentThread: Bool {
    thread?.isCurrent ?? false
  }

  /// Whether other jobs wait while one runs.
  var hasWaitingJobs: Bool {
    state.withLock { !$0.jobs.isEmpty }
  }

  /// Queues a job; false when the database is closed.
  func enqueue(_ job: any WriteJob) -> Bool {
    state.update { state in
      if state.isClosing { return false }
      state.jobs.append(job)
      return true
    }
  }

  /// Lets the queue drain and the thread close everything, without waiting for it.
  func beginClosing() {
    state.update { $0.isClosing = true }
  }

  /// Waits until everything is closed.
  ///
  /// - Returns: why the log could not be emptied; once only.
  func waitUntilClosed() -> DatabaseError? {
    state.wait(until: { $0.isClosed }) { state in
      defer { state.closeError = nil }
      return state.closeError
    }
  }

  // MARK: - The writer's thread

  private func main(_ readers: ReaderPool, _ atEnd: @Sendable () -> Void) {
    /// When nothing will have been written for long enough to give memory back.
    var quietAt: ContinuousClock.Instant?
    while true {
      let work = state.wait(
        until: { !$0.jobs.isEmpty || $0.isRestDue || $0.isClosing }, before: { _ in quietAt }
      ) { state in
        defer {
          state.jobs = []
          state.isRestDue = false
        }
        return Work(jobs: state.jobs, isLast: state.isClosing)
      }
      run(work.jobs)
      // A part may have put jobs back.
      if work.isLast, !hasWaitingJobs { break }
      checkpointer.finishRest(on: connection)
      if !work.jobs.isEmpty {
        quietAt = .now + quiet
      } else if let end = quietAt, end <= .now {
        quietAt = nil
        giveBackMemory()
      }
    }
    checkpointer.stop()
    readers.close()
    let error = closeConnection()
    atEnd()
    state.update { state in
      state.closeError = error
      state.isClosed = true
    }
  }

  private func run(_ jobs: [any WriteJob]) {
    var group: [any WriteJob] = []
    for (index, job) in jobs.enumerated() {
      if case .shared = job.kind {
        group.append(job)
        continue
      }
      let transaction = WriteTransaction(connection, presence)
      transaction.run(group)
      group = []
      switch job.kind {
      case .shared: break
      case .part:
        // What is behind it waits in the queue, where the part can see it, and others may join it.
        state.withLock { $0.jobs.insert(contentsOf: jobs[(index + 1)...], at: 0) }
        return transaction.run([job])
      case .bulk(let copy, let cache):
        checkpointer.pausing { transaction.runBulk(job, attaching: copy, cache) }
      case .replacing: transaction.runReplacing(job)
      }
    }
    WriteTransaction(connection, presence).run(group)
  }

  /// An import fills the cache, which an idle emulator has no use for.
  private func giveBackMemory() {
    guard connection.cachedBytes > Self.muchMemory else { return }
    connection.releaseMemory()
  }

  private func closeConnection() -> DatabaseError? {
    defer { connection.close() }
    do throws(DatabaseError) {
      connection.assertNoWriteIsRunning()
      try presence.check()
      try connection.checkpointAndTruncate()
      return nil
    } catch {
      return error
    }
  }
}
