internal import EmuThread

extension Database {
  /// The action after a body's commit, on the writer's thread; other writes wait while it runs.
  package typealias AfterCommit = @Sendable () -> Void

  /// Queues `body` for the writer's thread; the returned action runs after the commit.
  ///
  /// Waiting bodies share a transaction, each in its own savepoint: one that throws undoes its own
  /// changes only. A body runs at most once, in the order of queueing. It must be short, and must
  /// not use this database except for reads.
  ///
  /// - Parameter failure: called instead of the action, on the writer's thread after the changes
  ///   are undone, or on the caller's when the database is closed. It receives the error of `body`.
  ///   When the commit failed or the shared transaction was lost, it receives a `DatabaseError`,
  ///   and no change of the body remains.
  package func write(
    as kind: WriteKind = .shared,
    _ body: @escaping @Sendable (Connection) throws -> AfterCommit,
    failure: @escaping @Sendable (any Error) -> Void
  ) {
    let job = WriteJob(kind, body: body, failure: failure)
    guard !writer.enqueue(job) else { return }
    job.fail(DatabaseError.closed)
    job.complete()
  }

  /// Runs `body` on the writer's thread and waits for the commit: for start-up, tools and tests.
  package func write<T: Sendable>(
    as kind: WriteKind = .shared, _ body: @escaping @Sendable (Connection) throws -> T
  ) throws -> T {
    try wait { done in
      write(
        as: kind,
        { connection in
          let value = try body(connection)
          return { done(.success(value)) }
        }, failure: { done(.failure($0)) })
    }
  }

  /// Waits for the result of the write that `queue` queues.
  ///
  /// Must not be called on the writer's thread: it would wait for itself, and traps.
  package func wait<T: Sendable>(
    for queue: (_ done: @escaping @Sendable (Result<T, any Error>) -> Void) -> Void
  ) throws -> T {
    precondition(
      !writer.isCurrentThread, "a blocking write on the writer's thread would wait for itself")
    let outcome = Monitor<Result<T, any Error>?>(nil)
    queue { result in outcome.update { $0 = result } }
    return try outcome.wait(until: { $0 != nil }, then: { $0 })?.get()
      ?? { preconditionFailure("a write ended without an outcome") }()
  }

  package var hasWaitingWrites: Bool { writer.hasWaitingJobs }
}
