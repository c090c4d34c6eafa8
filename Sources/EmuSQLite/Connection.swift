import CSQLite

/// One connection to the database; owns SQLite's object and its prepared statements.
///
/// Used by one thread at a time. The closure of `Database.read` or `Database.write` borrows a
/// connection and must not keep it.
///
/// Values are passed by position,
/// `try connection.run("UPDATE t SET a = ? WHERE b = ?", values: [.text(a), .integer(b)])`. Their
/// number must be that of the parameters; a mismatch traps as a programming error. A statement is
/// prepared once and cached for the connection's life.
package final class Connection {
  private var handle: OpaquePointer?

  /// True while statements run in a transaction that `begin` opened and that has not ended.
  ///
  /// SQLite ends a transaction by itself on some failures. The body's next statements would then be
  /// committed one by one, so every later statement is rejected.
  var isInTransaction = false

  /// The transaction of a read connection, present or planned.
  var readTransaction: ReadTransaction?

  var cache = StatementCache()

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
      place.isNamed ? nil : UnlinkedFiles.fileSystem)
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

  /// Closes the file; any later use traps.
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

  /// The maximum wait for another program's lock, in milliseconds.
  ///
  /// Long enough for a short change, as in the sqlite3 shell; requests wait meanwhile.
  static let busyTimeout: Int32 = 1_000

  package var lastInsertRowID: Int64 {
    sqlite3_last_insert_rowid(pointer)
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE on this connection changed.
  package var changes: Int {
    Int(sqlite3_changes(pointer))
  }

  /// Runs `body` with a statement and its bound values, and always clears them afterwards.
  func withStatement<T>(
    _ sql: SQL, _ values: [Value], _ body: (Statement) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    try checkTransaction()
    let statement = try cache.statement(for: sql, on: pointer)
    defer { statement.end() }
    try statement.begin(values)
    return try body(statement)
  }

  /// Throws when SQLite has rolled the transaction back by itself.
  func checkTransaction() throws(DatabaseError) {
    if isTransactionLost {
      throw DatabaseError(.other, "the transaction has been rolled back by an earlier failure")
    }
  }
}

@available(*, unavailable)
extension Connection: Sendable {}

/// The age and expiry of a read transaction.
struct ReadTransaction: Sendable {
  /// The number of the commit that it shows, or of one before.
  let commits: UInt64
  /// The time after which no read starts with it.
  let end: ContinuousClock.Instant
}
