import CSQLite

/// One prepared statement; owns SQLite's object and finalizes it.
///
/// Used by one thread at a time, the one its connection belongs to.
final class Statement {
  let pointer: OpaquePointer

  /// True between `begin` and `end`; a second use needs another statement.
  private(set) var isRunning = false

  /// The column of a row that was NULL where a value is required.
  var unexpectedNull: Int?

  private let connection: OpaquePointer
  private let parameterCount: Int

  /// Prepares `sql`, which must be one statement.
  init(_ sql: SQL, on connection: OpaquePointer) throws(DatabaseError) {
    var text = sql.text
    var statement: OpaquePointer?
    let (result, end) = text.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let result = sqlite3_prepare_v3(
          connection, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
          &statement, &tail)
        return (result, tail.flatMap { tail in text.baseAddress.map { tail - $0 } } ?? 0)
      }
    }
    guard result == SQLITE_OK else {
      throw DatabaseError(capturing: result, on: connection, sql: text)
    }
    guard let statement else {
      throw DatabaseError(.other, "there is no statement in the text", sql: text)
    }
    guard text.utf8.dropFirst(end).allSatisfy({ $0 == 0x20 || $0 == 0x0a || $0 == 0x3b }) else {
      sqlite3_finalize(statement)
      throw DatabaseError(.other, "only the first statement would run", sql: text)
    }
    self.pointer = statement
    self.connection = connection
    self.parameterCount = Int(sqlite3_bind_parameter_count(statement))
  }

  deinit {
    sqlite3_finalize(pointer)
  }
}

// MARK: - Running

extension Statement {
  /// Binds the values and marks the statement as running; `end` must follow, whatever happens.
  func begin(_ values: [Value]) throws(DatabaseError) {
    precondition(!isRunning, "a statement was used while it was running")
    precondition(
      values.count == parameterCount,
      "\(values.count) values for \(parameterCount) parameters of: \(text)")
    isRunning = true
    unexpectedNull = nil
    for (index, value) in values.enumerated() {
      // The only conversion to parameters from 1, as SQLite's are.
      let result = bind(value, at: Int32(index + 1))
      guard result == SQLITE_OK else { throw failure(result) }
    }
  }

  /// Runs to the next row; returns false when there is none.
  func step() throws(DatabaseError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw failure(result)
    }
  }

  /// Returns what `body` reads in the current row.
  ///
  /// - Throws: `corrupt` if it read a NULL where a value is required.
  func read<T>(
    _ body: (borrowing Row) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    do {
      // Named: the optimizer of Swift 6.3 crashes on the value passed in place.
      let row = Row(self)
      let result = try body(row)
      if unexpectedNull == nil { return result }
    } catch {
      if unexpectedNull == nil { throw error }
    }
    throw DatabaseError(.corrupt, "column \(unexpectedNull ?? 0) is NULL", sql: text)
  }

  /// Ends the run and clears the values; the statement may be used again.
  func end() {
    // The result repeats the failure of the last step, which was already thrown.
    _ = sqlite3_reset(pointer)
    if parameterCount > 0 { _ = sqlite3_clear_bindings(pointer) }
    isRunning = false
  }

  private var text: String {
    sqlite3_sql(pointer).map { String(cString: $0) } ?? ""
  }

  private func failure(_ result: Int32) -> DatabaseError {
    DatabaseError(capturing: result, on: connection, statement: pointer)
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null:
      // An unbound parameter is NULL, and `end` has cleared all of them.
      return SQLITE_OK
    case .integer(let value):
      return sqlite3_bind_int64(pointer, index, value)
    case .text(var value):
      return value.withUTF8 { text in
        // A nil address would bind NULL, not the empty text.
        guard let start = text.baseAddress else {
          return sqlite3_bind_text(pointer, index, "", 0, Self.copied)
        }
        return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
          sqlite3_bind_text(pointer, index, $0, Int32(text.count), Self.copied)
        }
      }
    case .blob(let value):
      if value.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return value.withUnsafeBytes {
        sqlite3_bind_blob(pointer, index, $0.baseAddress, Int32($0.count), Self.copied)
      }
    }
  }

  /// SQLITE_TRANSIENT, a cast which is not imported: SQLite copies the value before it returns.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
