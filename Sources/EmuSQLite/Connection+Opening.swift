import CSQLite

extension Connection {
  /// Checks that the file is ours or new, and applies its persistent settings; for the writer.
  ///
  /// Nothing is written before the check has passed.
  ///
  /// - Throws: `notADatabase`, `foreignFile`, `corrupt`, `cannotOpen`.
  func openAsWriter(_ configuration: Database.Configuration) throws(DatabaseError) {
    let isNew = try !isOurs()
    if isNew { try execute("PRAGMA page_size = 4096") }
    // A nameless file can have no rollback journal beside it.
    if configuration.location == .temporary { try execute("PRAGMA journal_mode = MEMORY") }
    let mode = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == "wal" else {
      throw DatabaseError(.cannotOpen, "the file system does not allow a write-ahead log")
    }
    if isNew { try execute(SQL("PRAGMA application_id = \(Database.applicationID)")) }
    try execute(SQL("PRAGMA synchronous = \(configuration.synchronous)"))
    // A log that one long read made large shrinks to the limit. Debian's build overwrites deleted
    // content with zeros: dropping a table would write every page of it to the log.
    try execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = 16777216;
      PRAGMA secure_delete = OFF;
      """)
    try setCacheSize(.writer)
  }

  /// Returns true for a database of ours; false for an empty file.
  ///
  /// - Throws: `notADatabase`, `foreignFile`, `corrupt`.
  func isOurs() throws(DatabaseError) -> Bool {
    let applicationID = try first("PRAGMA application_id") { $0.integer(0) }
    let objects = try first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
    if applicationID == Database.applicationID { return true }
    guard applicationID == 0 && objects == 0 else {
      throw DatabaseError(.foreignFile, "is a SQLite database of another application")
    }
    return false
  }

  /// Sets the handling of the log when the last connection closes: kept, or copied into the
  /// database file. A rejected file must not be changed.
  func keepsLogAtClose(_ keeps: Bool) {
    _ = emu_sqlite3_keep_log_at_close(pointer, keeps ? 1 : 0)
  }

  /// Configures the connection that copies the log into the file.
  ///
  /// A connection opens the log at its first read. Without it, a checkpoint would copy nothing and
  /// report success.
  func openAsCheckpointer(_ configuration: Database.Configuration) throws(DatabaseError) {
    try execute(SQL("PRAGMA synchronous = \(configuration.synchronous)"))
    try execute("PRAGMA wal_autocheckpoint = 0")
    _ = try first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
  }

  /// Switches of a connection that only reads.
  func openAsReader() throws(DatabaseError) {
    try execute("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF")
    try setCacheSize(.reader)
  }

  package enum CacheSize: Int, Sendable {
    case reader = 2_048
    /// The pages that a part of an import changes at random positions of the indexes. With less,
    /// SQLite writes the pages of a transaction to the log and reads them back before its end.
    case writer = 16_384
    case bulk = 65_536
    /// The memory of a load without indexes, which only appends rows, and then sorts them.
    case load = 8_192
  }

  /// Sets the size of the connection's page cache, in KiB.
  func setCacheSize(_ size: CacheSize) throws(DatabaseError) {
    try execute(SQL("PRAGMA cache_size = -\(size.rawValue)"))
  }
}

extension Database.Configuration {
  /// The value of `PRAGMA synchronous`.
  fileprivate var synchronous: String {
    location == .temporary ? "OFF" : syncsEveryCommit ? "FULL" : "NORMAL"
  }
}
