import CSQLite

extension Connection {
  /// Runs a statement and ignores its rows.
  ///
  /// - Throws: `unique`, `foreignKey`, `constraint`, `readOnly`, `diskFull` and the others.
  package func run(_ sql: SQL, values: [Value] = []) throws(DatabaseError) {
    try withStatement(sql, values) { statement throws(DatabaseError) in
      while try statement.step() {}
    }
  }

  /// Runs every statement of a script, without values, as in a migration.
  package func execute(_ script: SQL) throws(DatabaseError) {
    try checkTransaction()
    let text = script.text
    let result = sqlite3_exec(pointer, text, nil, nil, nil)
    guard result == SQLITE_OK else {
      throw DatabaseError(capturing: result, on: pointer, sql: text)
    }
  }

  /// Calls `body` with each row in turn.
  ///
  /// The same statement may be run again inside `body`.
  package func query(
    _ sql: SQL, values: [Value] = [], row body: (borrowing Row) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try withStatement(sql, values) { statement throws(DatabaseError) in
      while try statement.step() {
        try statement.read(body)
      }
    }
  }

  /// Returns the first row as `body` reads it; nil when there is none.
  package func first<T>(
    _ sql: SQL, values: [Value] = [], row body: (borrowing Row) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T? {
    try withStatement(sql, values) { statement throws(DatabaseError) in
      guard try statement.step() else { return nil }
      return try statement.read(body)
    }
  }

  /// Returns all rows as `body` reads them.
  package func all<T>(
    _ sql: SQL, values: [Value] = [], row body: (borrowing Row) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> [T] {
    var rows: [T] = []
    try query(sql, values: values) { row throws(DatabaseError) in
      rows.append(try body(row))
    }
    return rows
  }
}
