/// Runs the writer's jobs; on its thread.
///
/// A body runs at most once. One that throws undoes its own changes only. When SQLite itself rolls
/// the transaction back inside a body (full disk, I/O error), the earlier jobs of that transaction
/// fail with the same error. Later ones run in a new one.
struct WriteBatch {
  let connection: Connection
  let presence: FilePresence
  let readers: ReaderPool

  /// Runs the jobs, each in a savepoint of a shared transaction, and completes all of them.
  func run(_ jobs: [WriteJob]) {
    var waiting = jobs[...]
    while !waiting.isEmpty {
      let count = waiting.count == 1 ? runAlone(waiting[waiting.startIndex]) : runShared(waiting)
      let answered = waiting.prefix(count)
      waiting = waiting.dropFirst(count)
      answer(answered)
    }
  }

  /// Runs the job in its own transaction, with a cache for it, and empties the log after it.
  ///
  /// - Parameter copy: attached around the transaction, since SQLite does not detach within one.
  func runBulk(
    _ job: WriteJob, attaching copy: DatabaseCopy?, _ cache: Connection.CacheSize
  ) {
    try? connection.setCacheSize(cache)
    do throws(DatabaseError) {
      if let copy { try connection.attach(copy) }
      _ = runAlone(job)
    } catch {
      job.fail(error)
    }
    // Harmless where nothing is attached; the result of the transaction is final.
    if copy != nil { try? connection.detach() }
    try? connection.setCacheSize(.writer)
    // Fails while a reader remains: the log is then emptied later, as after any write.
    readers.endReadTransactions()
    try? connection.checkpointAndTruncate()
    answer([job])
  }

  /// Runs the job outside any transaction; it opens its own.
  func runReplacing(_ job: WriteJob) {
    do {
      try presence.check()
      try job.run(in: connection)
      try presence.check()
    } catch {
      connection.overwriteFailedCommit()
      job.fail(error)
    }
    answer([job])
  }

  /// Passes the results to the callers; each may then read the committed content.
  private func answer(_ jobs: ArraySlice<WriteJob>) {
    readers.recordCommit()
    for job in jobs { job.complete() }
  }

  /// Runs the job in a transaction without a savepoint.
  ///
  /// A savepoint would keep a copy of every page that a long body changes.
  private func runAlone(_ job: WriteJob) -> Int {
    do {
      try begin()
      try job.run(in: connection)
      try connection.checkTransaction()
      try commit()
    } catch {
      connection.abandon()
      job.fail(error)
    }
    return 1
  }

  /// Runs one transaction; returns the number of jobs, from the first, that have a result.
  private func runShared(_ jobs: ArraySlice<WriteJob>) -> Int {
    do throws(DatabaseError) {
      try begin()
    } catch {
      for job in jobs { job.fail(error) }
      return jobs.count
    }
    for (index, job) in jobs.enumerated() {
      if let error = runInSavepoint(job), connection.isTransactionLost {
        connection.abandon()
        fail(jobs.prefix(index), error as? DatabaseError ?? Self.lost)
        return index + 1
      }
    }
    do throws(DatabaseError) {
      try commit()
    } catch {
      connection.abandon()
      fail(jobs, error)
    }
    return jobs.count
  }

  private func begin() throws(DatabaseError) {
    try presence.check()
    // They are about to be outdated, and would keep a copied log from restarting.
    readers.endReadTransactions()
    try connection.begin(.write)
  }

  /// Commits, and verifies that the file still exists under its name.
  private func commit() throws(DatabaseError) {
    do throws(DatabaseError) {
      try connection.commit()
    } catch {
      connection.abandon()
      connection.overwriteFailedCommit()
      throw error
    }
    try presence.check()
  }

  private func runInSavepoint(_ job: WriteJob) -> (any Error)? {
    do {
      try connection.savepoint {
        try job.run(in: connection)
        try connection.checkTransaction()
        try connection.checkDeferredForeignKeys()
      }
      return nil
    } catch {
      job.fail(error)
      return error
    }
  }

  /// Fails the jobs that had succeeded; those whose body threw keep their own error.
  private func fail(_ jobs: ArraySlice<WriteJob>, _ error: DatabaseError) {
    for job in jobs where job.hasSucceeded { job.fail(error) }
  }

  private static let lost = DatabaseError(
    .other, "the transaction has been rolled back by another write's failure")
}
