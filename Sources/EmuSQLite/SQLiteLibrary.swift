import CSQLite
import EmuSystem

/// Switches of the C library for the entire process.
enum SQLiteLibrary {
  /// Applied once, before the first connection.
  ///
  /// If other code has initialized the library, the first setting is rejected, which is harmless:
  /// it only improves speed.
  static let configured: Void = {
    _ = emu_sqlite3_disable_memory_statistics()
    // A write beyond the limit of a file's size is then an error of the write, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
  }()
}
