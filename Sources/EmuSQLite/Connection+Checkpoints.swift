import CSQLite
internal import EmuThread

extension Connection {
  /// The number of frames in the log, and the number of them that are in the database file.
  struct CheckpointProgress {
    let frames: Int
    let done: Int
  }

  /// Copies as much of the log as possible into the database file, without waiting.
  ///
  /// It syncs the file only when it reached the end of the log.
  func checkpointPassively() throws(DatabaseError) -> CheckpointProgress {
    try checkpoint(SQLITE_CHECKPOINT_PASSIVE)
  }

  /// Returns true when the next transaction restarts the log: it is completely in the database
  /// file, and no read uses it. Does not wait.
  func isLogFree() -> Bool {
    sqlite3_busy_timeout(pointer, 0)
    defer { sqlite3_busy_timeout(pointer, Self.busyTimeout) }
    return (try? checkpoint(SQLITE_CHECKPOINT_RESTART)) != nil
  }

  /// Copies the complete log into the database file and empties it, waiting for readers.
  func checkpointAndTruncate() throws(DatabaseError) {
    _ = try checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
  }

  private func checkpoint(_ mode: Int32) throws(DatabaseError) -> CheckpointProgress {
    var frames: Int32 = 0
    var done: Int32 = 0
    let result = sqlite3_wal_checkpoint_v2(pointer, nil, mode, &frames, &done)
    guard result == SQLITE_OK else { throw DatabaseError(capturing: result, on: pointer) }
    return CheckpointProgress(frames: Int(frames), done: Int(done))
  }

  /// Syncs the database file to the disk, through SQLite's own descriptor of it.
  ///
  /// A descriptor of our own would do, but closing it would drop SQLite's locks.
  func syncFile() {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    // The final checkpoint repeats a failed sync and reports it.
    if let file { _ = file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_NORMAL) }
  }

  /// Sends the checkpointer the log's length after every commit.
  ///
  /// It replaces SQLite's automatic checkpoint. `checkpointer` must outlive the connection.
  func reportLog(to checkpointer: Checkpointer) {
    sqlite3_wal_hook(
      pointer,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue().recordCommit(
          frames: Int(frames))
        return SQLITE_OK
      }, Unmanaged.passUnretained(checkpointer).toOpaque())
  }
}

extension Connection {
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
