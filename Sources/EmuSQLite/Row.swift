import CSQLite

/// The current row of a running statement, read by 0-based column.
///
/// Valid only while the closure that received it runs, which the compiler enforces: a row is
/// borrowed, never copied. A value of another type is converted as SQLite does
/// (https://sqlite.org/c3ref/column_blob.html): a column that may be NULL is read with the
/// `optional…` form. With the plain one NULL reads as 0 or as empty, and the query then fails with
/// `corrupt`: only a damaged file has one there.
package struct Row: ~Copyable {
  private let owner: Statement
  private let statement: OpaquePointer

  init(_ owner: Statement) {
    self.owner = owner
    statement = owner.pointer
  }

  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  package func integer(_ column: Int) -> Int64 {
    let value = sqlite3_column_int64(statement, Int32(column))
    if value == 0 { noteNull(column) }
    return value
  }

  /// The column's integer as Swift's own.
  package func int(_ column: Int) -> Int {
    Int(integer(column))
  }

  /// Returns true when the column's integer is not 0.
  package func bool(_ column: Int) -> Bool {
    integer(column) != 0
  }

  /// The column's text; bytes that are not UTF-8 are replaced by U+FFFD.
  package func text(_ column: Int) -> String {
    withUTF8(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the bytes of the column's text, which are valid until the row changes.
  func withUTF8<T>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    // In this order: reading the text may convert it, which determines the length.
    let start = sqlite3_column_text(statement, Int32(column))
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    if start == nil { noteNull(column) }
    return body(UnsafeBufferPointer(start: start, count: count))
  }

  package func blob(_ column: Int) -> [UInt8] {
    let start = sqlite3_column_blob(statement, Int32(column))
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    if start == nil { noteNull(column) }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func noteNull(_ column: Int) {
    if isNull(column) { owner.unexpectedNull = column }
  }
}

// MARK: - Columns that may be NULL

extension Row {
  package func optionalInteger(_ column: Int) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  package func optionalText(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// The column in the type it is stored in.
  package func value(_ column: Int) -> Value {
    switch sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}
