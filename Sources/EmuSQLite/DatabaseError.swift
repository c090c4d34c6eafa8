/// An error of the database. `description` never contains a bound value, so it may be logged.
package struct DatabaseError: Error, Sendable {
  /// The kind of error, as far as a caller may act on it.
  package let code: Code

  /// SQLite's extended result code, or 0 when SQLite was not called.
  ///
  /// https://sqlite.org/rescode.html
  package let extendedCode: Int32

  /// One sentence for a log; names the file when the file could not be opened.
  package let message: String

  /// The statement that failed, with its parameters unfilled.
  package let sql: String?

  init(
    _ code: Code, _ message: String, extendedCode: Int32 = 0, sql: String? = nil
  ) {
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  static let closed = DatabaseError(.closed, "the database has been closed")

  package static func corrupt(_ message: String) -> DatabaseError {
    DatabaseError(.corrupt, message)
  }

  /// The same error with the file's path before its message.
  func naming(_ path: String) -> DatabaseError {
    if message.contains(path) { return self }
    return DatabaseError(
      code, "\(path): \(message)", extendedCode: extendedCode, sql: sql)
  }
}

// MARK: - Codes

extension DatabaseError {
  /// The kinds of failure that a caller may distinguish.
  package enum Code: Sendable {
    case notADatabase
    /// The file is a SQLite database, but not one of ours.
    case foreignFile
    case corrupt
    /// The file is open in another process, or in another `Database` of this one.
    case inUse
    /// The file cannot be opened: missing folder, no permission, a folder in its place.
    case cannotOpen
    /// The file or the connection does not allow writing.
    case readOnly
    /// The disk, or the page limit of the database, is full.
    case diskFull
    /// Reading or writing the file failed.
    case ioError
    /// A CHECK or NOT NULL constraint, a trigger or a strict type rejected the change.
    case constraint
    /// The change would repeat a primary key or a value of a unique index.
    case unique
    /// The change would leave a foreign key without its row.
    case foreignKey
    /// Another program held the lock for longer than the busy timeout.
    case busy
    /// The file was removed or replaced while it was open.
    case fileGone
    /// The file was made by another version: it has migrations that this one does not have.
    case otherSchema
    case closed
    /// Another error, mostly a mistake in a statement.
    case other
  }
}

// MARK: - Descriptions

extension DatabaseError: CustomStringConvertible {
  package var description: String {
    var text = "\(code): \(message)"
    if extendedCode != 0 { text += " (SQLite \(extendedCode))" }
    if let sql { text += " in: \(sql)" }
    return text
  }
}
