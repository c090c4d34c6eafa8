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

  /// Queues `body` for the writer's thread; `completion` gets its outcome after the commit.
  package func write<T: Sendable>(
    as kind: WriteKind = .shared, _ body: @escaping @Sendable (Connection) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    write(
      as: kind,
      { connection in
        let value = try body(connection)
        return { completion(.success(value)) }
      }, failure: { completion(.failure($0)) })
  }

  /// Runs `body` on the writer's thread and waits for the commit: for start-up, tools and tests.
  ///
  /// Must not be called from a write's body or completion: it would wait for itself, and traps.
  package func write<T: Sendable>(
    as kind: WriteKind = .shared, _ body: @escaping @Sendable (Connection) throws -> T
  ) throws -> T {
    try writeAndWait(as: kind, body, completion: { $0 }).get()
  }

  /// Runs `body` on the writer's thread and waits until `completion` has processed its result, on
  /// that thread and before any later write.
  ///
  /// - Returns: the result of `completion`.
  package func writeAndWait<T: Sendable, U: Sendable>(
    as kind: WriteKind = .shared, _ body: @escaping @Sendable (Connection) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> U
  ) -> U {
    precondition(
      !writer.isCurrentThread, "a blocking write on the writer's thread would wait for itself")
    let outcome = Monitor<U?>(nil)
    write(as: kind, body) { result in
      let value = completion(result)
      outcome.update { $0 = value }
    }
    return outcome.wait(until: { $0 != nil }, then: { $0 })
      ?? { preconditionFailure("a write ended without an outcome") }()
  }

  /// True when writes wait while one runs.
  package var hasWaitingWrites: Bool { writer.hasWaitingJobs }
}
