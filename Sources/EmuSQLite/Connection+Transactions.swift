import CSQLite

extension Connection {
  /// Runs `body` so that everything it changed is undone when it throws.
  ///
  /// Savepoints nest. What remains is committed with the transaction around them.
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

  /// Runs `body` so that everything it changed is undone when it throws.
  package func savepoint<T>(
    _ body: () throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    try run("SAVEPOINT nested")
    do throws(DatabaseError) {
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
      // A savepoint that cannot be undone would leave half of its changes: give all of them up.
      rollback()
    }
  }
}

// MARK: - The transaction around

extension Connection {
  enum Transaction {
    /// Takes its snapshot at the first read.
    case read
    /// Takes the write lock at once, so that no statement of it can find the database busy.
    case write
  }

  func begin(_ transaction: Transaction) throws(DatabaseError) {
    isInTransaction = false
    switch transaction {
    case .read: try run("BEGIN DEFERRED")
    case .write: try run("BEGIN IMMEDIATE")
    }
    isInTransaction = true
  }

  func commit() throws(DatabaseError) {
    try run("COMMIT")
    isInTransaction = false
  }

  /// Gives up the changes; harmless when the transaction has ended already.
  ///
  /// The connection still expects a transaction, and so refuses what the body does next.
  private func rollback() {
    if sqlite3_get_autocommit(pointer) == 0 {
      // Not through `run`: it must work in every state, and a failure leaves nothing to do.
      _ = sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil)
    }
  }

  /// Ends the transaction without its changes, so that the next can begin.
  func abandon() {
    rollback()
    isInTransaction = false
  }

  /// Ends the transaction of a connection that reads, if there is one.
  func endSnapshot() {
    guard snapshot != nil else { return }
    snapshot = nil
    do throws(DatabaseError) {
      try commit()
    } catch {
      abandon()
    }
  }

  /// Whether SQLite (or a body) ended the transaction before `commit`.
  ///
  /// A full disk and an I/O error may do so: https://sqlite.org/lang_transaction.html
  var isTransactionLost: Bool {
    isInTransaction && sqlite3_get_autocommit(pointer) != 0
  }

  /// Refuses when a deferred foreign key is unmet: COMMIT would fail, and with it every other body
  /// of the shared transaction.
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

  /// Traps in debug builds when a statement that writes has been left running.
  func assertNoWriteIsRunning() {
    assert(
      {
        var next = sqlite3_next_stmt(pointer, nil)
        while let statement = next {
          if sqlite3_stmt_busy(statement) != 0, sqlite3_stmt_readonly(statement) == 0 {
            return false
          }
          next = sqlite3_next_stmt(pointer, statement)
        }
        return true
      }(), "a statement that writes has been left running")
  }

  /// Makes every COMMIT fail, or no longer: how tests meet a failure that only COMMIT reports.
  package func refuseCommits(_ refuse: Bool) {
    if refuse {
      sqlite3_commit_hook(pointer, { _ in 1 }, nil)
    } else {
      sqlite3_commit_hook(pointer, nil, nil)
    }
  }
}
