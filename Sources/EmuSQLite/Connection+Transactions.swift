import CSQLite

extension Connection {
  /// Runs `body`, and undoes its changes when it throws.
  ///
  /// Savepoints nest. The changes are committed with the transaction around them.
  package func savepoint<T>(_ body: () throws -> T) throws -> T {
    try run("SAVEPOINT nested")
    do {
      let value = try body()
      try run("RELEASE nested")
      return value
    } catch {
      undoSavepoint()
      throw error
    }
  }

  private func undoSavepoint() {
    do throws(DatabaseError) {
      try run("ROLLBACK TO nested")
      try run("RELEASE nested")
    } catch {
      // A savepoint that cannot be undone would leave some of its changes: undo the transaction.
      rollback()
    }
  }
}

// MARK: - The transaction around

extension Connection {
  /// The kinds of a transaction, with the statements that begin them.
  enum Transaction: String {
    /// Sees the content of its first read.
    case read = "BEGIN DEFERRED"
    /// Takes the write lock at its start, so that no statement of it can find the database busy.
    case write = "BEGIN IMMEDIATE"
  }

  func begin(_ transaction: Transaction) throws(DatabaseError) {
    isInTransaction = false
    try run(SQL(transaction.rawValue))
    isInTransaction = true
  }

  func commit() throws(DatabaseError) {
    try run("COMMIT")
    isInTransaction = false
  }

  /// Rolls the transaction back; harmless when it has ended already.
  ///
  /// The connection still expects a transaction, and so rejects the following statements of the
  /// body.
  private func rollback() {
    if sqlite3_get_autocommit(pointer) == 0 {
      // Not through `run`: it must work in every state, and a failure needs no handling.
      _ = sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil)
    }
  }

  /// Ends the transaction without its changes, so that the next can start.
  func abandon() {
    rollback()
    isInTransaction = false
  }

  /// Overwrites the log behind its last commit, where a commit that failed may have left its pages.
  ///
  /// A failed sync comes after all bytes of a commit: without this, the next start would find it.
  /// Any new frame makes the older ones behind it invalid, also when its own sync fails:
  /// https://sqlite.org/fileformat2.html#walformat
  func overwriteFailedCommit() {
    do throws(DatabaseError) {
      guard let version = try first("PRAGMA user_version", row: { $0.int(0) }) else { return }
      try begin(.write)
      try execute(SQL("PRAGMA user_version = \(version)"))
      try commit()
    } catch {
      // The disk still fails; the next change overwrites the same place.
      abandon()
    }
  }

  func endReadTransaction() {
    guard readTransaction != nil else { return }
    readTransaction = nil
    do throws(DatabaseError) {
      try commit()
    } catch {
      abandon()
    }
  }

  /// True when SQLite (or a body) ended the transaction before `commit`.
  ///
  /// A full disk and an I/O error may do so: https://sqlite.org/lang_transaction.html
  var isTransactionLost: Bool {
    isInTransaction && sqlite3_get_autocommit(pointer) != 0
  }

  /// Throws when a deferred foreign key is violated: COMMIT would fail, and with it every other
  /// body of the shared transaction.
  func checkDeferredForeignKeys() throws(DatabaseError) {
    var open: Int32 = 0
    var unused: Int32 = 0
    sqlite3_db_status(pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &open, &unused, 0)
    if open != 0 {
      throw DatabaseError(
        .foreignKey, "FOREIGN KEY constraint failed",
        extendedCode: SQLITE_CONSTRAINT | (3 << 8))
    }
  }

  /// Makes every COMMIT fail, or no longer, so that tests can cause a failure that only COMMIT
  /// reports.
  package func refuseCommits(_ refuse: Bool) {
    if refuse {
      sqlite3_commit_hook(pointer, { _ in 1 }, nil)
    } else {
      sqlite3_commit_hook(pointer, nil, nil)
    }
  }
}
