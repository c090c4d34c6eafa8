import CSQLite
import EmuSystem

extension DatabaseError {
  /// Captures SQLite's last error immediately, before another call overwrites it.
  ///
  /// - Parameter statement: the statement that failed, for its text and its bound values.
  init(
    capturing result: Int32, on connection: OpaquePointer?, sql: String? = nil,
    statement: OpaquePointer? = nil
  ) {
    // The connection's own code is the extended one; it belongs to this failure only if it is of
    // the same kind.
    let own = connection.map { sqlite3_extended_errcode($0) } ?? result
    let extended = own & 0xff == result & 0xff ? own : result
    let message =
      if extended == own, let connection {
        String(cString: sqlite3_errmsg(connection))
      } else {
        String(cString: sqlite3_errstr(result))
      }
    let systemError = connection.map { sqlite3_system_errno($0) } ?? 0
    self.init(
      Code(extendedResult: extended, systemError: systemError), message, extendedCode: extended,
      sql: sql ?? statement.flatMap { sqlite3_sql($0) }.map { String(cString: $0) })
  }
}

extension DatabaseError.Code {
  /// Translates a result code of SQLite (https://sqlite.org/rescode.html).
  ///
  /// - Parameter systemError: the `errno` of the failed system call: only some failures of full
  ///   disks are SQLITE_FULL.
  init(extendedResult: Int32, systemError: Int32 = 0) {
    // Extended codes are macros of an expression, which are not imported: kind | (number << 8).
    let constraint = SQLITE_CONSTRAINT
    switch extendedResult {
    case constraint | (6 << 8), constraint | (8 << 8), constraint | (10 << 8):
      self = .unique  // PRIMARYKEY, UNIQUE, ROWID
      return
    case constraint | (3 << 8):
      self = .foreignKey
      return
    default: break
    }
    switch extendedResult & 0xff {
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_FULL: self = .diskFull
    case SQLITE_IOERR:
      self = systemError == ENOSPC || systemError == EDQUOT ? .diskFull : .ioError
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    default: self = .other
    }
  }
}
