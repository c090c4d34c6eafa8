import CSQLite

/// Settings of the C library that hold for the whole process.
enum SQLiteLibrary {
  /// Applied once, before the first connection.
  ///
  /// Only asks for speed: where the library was started by somebody else already, it refuses, and
  /// that is fine.
  static let configured: Void = {
    _ = emu_sqlite3_disable_memory_statistics()
  }()
}
