import CSQLite
internal import EmuThread

extension Connection {
  /// How many bytes of the file the connection keeps in memory.
  var cachedBytes: Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(pointer, SQLITE_DBSTATUS_CACHE_USED, &current, &highest, 0)
    return Int(current)
  }

  /// Gives up the pages that are kept in memory, and returns to the system what the process has freed:
  /// some milliseconds. What is needed of the pages is read again.
  func releaseMemory() {
    sqlite3_db_release_memory(pointer)
    SystemMemory.returnFreed()
  }
}
