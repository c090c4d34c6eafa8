import CSQLite
internal import EmuThread

extension Connection {
  /// The size of the connection's page cache in bytes.
  var cachedBytes: Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(pointer, SQLITE_DBSTATUS_CACHE_USED, &current, &highest, 0)
    return Int(current)
  }

  /// Releases the page cache, and returns freed memory to the system, in some milliseconds. Pages
  /// are read again when needed.
  func releaseMemory() {
    sqlite3_db_release_memory(pointer)
    SystemMemory.returnFreed()
  }
}
