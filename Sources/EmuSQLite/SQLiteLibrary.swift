import CSQLite

/// Settings of the C library for the entire process.
enum SQLiteLibrary {
  /// Applied once, before the first connection.
  ///
  /// It only improves speed. Where other code has initialized the library, the setting is rejected,
  /// which is harmless.
  static let configured: Void = {
    _ = emu_sqlite3_disable_memory_statistics()
  }()
}
