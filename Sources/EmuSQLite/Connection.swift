import CSQLite

/// One connection to the database; owns SQLite's object and its prepared statements.
///
/// Used by one thread at a time. A connection is lent to the closure of `Database.read` or
/// `Database.write` and must not be kept beyond it.
///
/// Values are given by position, `try connection.run("UPDATE t SET a = ? WHERE b = ?", .text(a), 7)`,
/// and their number must be that of the parameters: anything else traps, being a mistake of the
/// program. A statement is prepared once and kept for the connection's life.
package final class Connection {
  private var handle: OpaquePointer?

  /// Whether the statements run in a transaction that `begin` opened and nothing has ended yet.
  ///
  /// SQLite ends a transaction by itself on some failures. What a body did next would then be
  /// committed statement by statement, so from there on every statement is refused.
  var isInTransaction = false

  /// Of a connection that reads: the snapshot that its transaction has, or will take.
  var snapshot: Snapshot?

  private var cache = StatementCache()

  enum Access {
    case readWrite
    case readOnly
  }

  init(_ place: DatabaseFile.Place, access: Access) throws(DatabaseError) {
    // Debian's build reads a path that starts with "file:" as a URI.
    let path = place.path.hasPrefix("file:") ? "./" + place.path : place.path
    let mode = access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    var connection: OpaquePointer?
    let result = sqlite3_open_v2(
      path, &connection, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
      place.isNamed ? nil : NamelessFiles.fileSystem)
    guard result == SQLITE_OK, let connection else {
      let error = DatabaseError(capturing: result, on: connection)
      sqlite3_close_v2(connection)
      throw error.naming(path)
    }
    handle = connection
    sqlite3_busy_timeout(connection, Self.busyTimeout)
  }

  deinit {
    close()
  }

  /// Lets go of the file; any use after it traps.
  func close() {
    guard let handle else { return }
    cache.removeAll()
    // Unlike sqlite3_close, waits for a statement that outlives its connection.
    sqlite3_close_v2(handle)
    self.handle = nil
  }

  var pointer: OpaquePointer {
    guard let handle else { preconditionFailure("a connection was kept beyond its closure") }
    return handle
  }

  /// How long a lock that another program holds is waited for, in milliseconds.
  ///
  /// Long enough for a short change, as in the sqlite3 shell; requests wait meanwhile.
  static let busyTimeout: Int32 = 1_000

  /// The row id of the last INSERT on this connection.
  package var lastInsertRowID: Int64 {
    sqlite3_last_insert_rowid(pointer)
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE on this connection changed.
  package var changes: Int {
    Int(sqlite3_changes(pointer))
  }

  /// Finalizes the cached statements, as after a change of the schema.
  func clearStatements() {
    cache.removeAll()
  }

  /// Lends a statement with its values bound, and takes them back whatever happens.
  func withStatement<T>(
    _ sql: SQL, _ values: [Value], _ body: (Statement) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    try withStatement(sql) { statement throws(DatabaseError) in
      try statement.begin(values)
      return try body(statement)
    }
  }

  /// Lends a statement, and takes back the values that `body` binds whatever happens.
  func withStatement<T>(
    _ sql: SQL, _ body: (Statement) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    try checkTransaction()
    let statement = try cache.statement(for: sql, on: pointer)
    defer { statement.end() }
    return try body(statement)
  }

  /// Refuses to go on when SQLite has rolled the transaction back by itself.
  func checkTransaction() throws(DatabaseError) {
    if isTransactionLost {
      throw DatabaseError(.other, "the transaction has been rolled back by an earlier failure")
    }
  }
}

@available(*, unavailable)
extension Connection: Sendable {}

/// What a snapshot shows, and for how long.
struct Snapshot: Sendable {
  /// The number of the commit that it shows, or of one before.
  let commits: UInt64
  /// From then on no read begins with it.
  let end: ContinuousClock.Instant
}
