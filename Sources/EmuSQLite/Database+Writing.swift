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
    _ body: @escaping @Sendable (Connection) throws -> AfterCommit,
    failure: @escaping @Sendable (any Error) -> Void
  ) {
    enqueue(PendingWrite(.shared, body: body, failure: failure))
  }

  /// Queues `body` for the writer's thread; `completion` gets its outcome after the commit.
  package func write<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    enqueue(PendingWrite(.shared, body: body, completion: completion))
  }

  /// Runs `body` on the writer's thread and waits for the commit: for start-up, tools and tests.
  ///
  /// Must not be called from a write's body or completion: it would wait for itself, and traps.
  package func write<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T
  ) throws -> T {
    try waitForOutcome(of: body, .shared) { $0 }.get()
  }

  /// Runs `body` on the writer's thread and waits until `completion` has processed its result, on
  /// that thread and before any later write.
  package func write<T: Sendable, U: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T,
    waitingFor completion: @escaping @Sendable (Result<T, any Error>) -> U
  ) -> U {
    waitForOutcome(of: body, .shared, completion)
  }

  /// Queues a part of a long change, with its own transaction; earlier writes are committed first.
  /// Otherwise as `write`.
  ///
  /// It should end early while ``hasWaitingWrites``, and queue the remainder as the next part.
  package func writePart<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    enqueue(PendingWrite(.part, body: body, completion: completion))
  }

  /// True when writes wait while one runs.
  package var hasWaitingWrites: Bool { writer.hasWaitingJobs }

  /// Queues a long `body`, such as an import, with its own transaction; other writes wait.
  ///
  /// While it runs, the writer has a cache of 64 MB, or a small one. Afterwards the log is emptied
  /// into the file. Otherwise as `write`.
  ///
  /// - Parameter appends: true when the body only appends rows, for which a large cache is of no
  ///   use.
  package func bulkWrite<T: Sendable>(
    appends: Bool = false, _ body: @escaping @Sendable (Connection) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    let kind = WriteKind.bulk(attaching: nil, cache: appends ? .load : .bulk)
    enqueue(PendingWrite(kind, body: body, completion: completion))
  }

  /// Runs a long `body` as the queued form does, and waits for it.
  package func bulkWrite<T: Sendable>(
    appends: Bool = false, _ body: @escaping @Sendable (Connection) throws -> T
  ) throws -> T {
    let kind = WriteKind.bulk(attaching: nil, cache: appends ? .load : .bulk)
    return try waitForOutcome(of: body, kind) { $0 }.get()
  }

  /// Runs a long `body` as the queued form does, and waits until `completion` has had its outcome.
  package func bulkWrite<T: Sendable, U: Sendable>(
    appends: Bool, _ body: @escaping @Sendable (Connection) throws -> T,
    waitingFor completion: @escaping @Sendable (Result<T, any Error>) -> U
  ) -> U {
    waitForOutcome(
      of: body, .bulk(attaching: nil, cache: appends ? .load : .bulk), completion)
  }

  private func enqueue(_ job: any WriteJob) {
    if !writer.enqueue(job) {
      job.fail(DatabaseError.closed)
      job.complete()
    }
  }

  /// Queues a body and waits for it.
  ///
  /// - Parameter completion: called as that of `write`; its result is returned.
  func waitForOutcome<T: Sendable, U: Sendable>(
    of body: @escaping @Sendable (Connection) throws -> T, _ kind: WriteKind,
    _ completion: @escaping @Sendable (Result<T, any Error>) -> U
  ) -> U {
    precondition(
      !writer.isCurrentThread, "a blocking write on the writer's thread would wait for itself")
    let outcome = Monitor<U?>(nil)
    enqueue(
      PendingWrite(kind, body: body) { result in
        let value = completion(result)
        outcome.update { $0 = value }
      })
    return outcome.wait(until: { $0 != nil }, then: { $0 })
      ?? { preconditionFailure("a write ended without an outcome") }()
  }
}
