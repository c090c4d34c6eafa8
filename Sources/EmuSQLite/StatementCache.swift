/// The prepared statements of one connection, by their text.
struct StatementCache {
  /// The maximum number of statements; literals are few, so only text composed at run time can
  /// reach it.
  private static let limit = 512

  private var statements: [String: Statement] = [:]

  /// Returns an idle statement for `sql`, prepared when there is none.
  ///
  /// When the cached one is running (a query inside the loop over the same query), it returns a new
  /// one that is not cached.
  mutating func statement(
    for sql: SQL, on connection: OpaquePointer
  ) throws(DatabaseError) -> Statement {
    if let statement = statements[sql.text], !statement.isRunning { return statement }
    let statement = try Statement(sql, on: connection)
    guard statements[sql.text] == nil else { return statement }
    if statements.count >= Self.limit { removeAll() }
    statements[sql.text] = statement
    return statement
  }

  /// Finalizes the statements that are not running.
  mutating func removeAll() {
    statements.removeAll()
  }
}
