/// One database file with its schema: many readers, one writer.
///
/// Reads run on the caller's own thread and never wait for the writer. Writes are queued for one
/// thread, which commits all that wait in one transaction. The file belongs to this object until
/// `close`: another process, or another `Database`, is refused with `inUse`.
package final class Database: Sendable {
  let readers: ReaderPool
  let writer: Writer

  /// Opens the file, creating it if there is none, and runs the migrations it has not had.
  ///
  /// - Parameter migrations: every migration ever released, oldest first.
  /// - Throws: `inUse`, `notADatabase`, `foreignFile`, `corrupt`, `newerSchema`, `cannotOpen`,
  ///   `readOnly`, `diskFull`, `ioError`, or what a migration throws. The message names the file,
  ///   which is left as it was but for the migrations that succeeded.
  package init(
    _ configuration: Configuration, migrations: [Migration]
  ) throws(DatabaseError) {
    SQLiteLibrary.configured
    let file = try DatabaseFile(configuration.location)
    do throws(DatabaseError) {
      let connection = try Connection(path: file.path, access: .readWrite)
      try connection.openAsWriter(configuration)
      try Migrator(migrations).migrate(connection)
      let checkpointConnection = try Connection(path: file.path, access: .readWrite)
      try checkpointConnection.openAsCheckpointer(configuration)
      readers = ReaderPool(path: file.path, configuration: configuration)
      writer = Writer(
        connection,
        checkpointer: Checkpointer(
          checkpointConnection, syncs: configuration.effectiveSynchronous != .off))
      try writer.start(readers: readers, atEnd: { file.release() })
    } catch {
      // Every connection is closed by now: either `do` was its owner, or the writer gave it up.
      file.release()
      throw error.naming(file.path)
    }
  }

  /// Drains the queue and closes everything as `close` does, but without waiting for it.
  deinit {
    writer.beginClosing()
  }

  /// Waits for the queued writes, empties the log into the file, and gives the file up.
  ///
  /// Waits for reads in progress too. Later calls throw `closed`; closing again does nothing. Never
  /// from a write's body or completion: it would wait for itself, and traps.
  ///
  /// - Throws: why the log could not be emptied. The database is closed all the same, and nothing
  ///   is lost: the log stays beside the file.
  package func close() throws(DatabaseError) {
    precondition(!writer.isCurrentThread, "close() on the writer's thread would wait for itself")
    writer.beginClosing()
    try writer.waitUntilClosed()
  }
}

// MARK: - Reading

extension Database {
  /// Runs `body` on the caller's thread, in one snapshot, over a connection that cannot write.
  ///
  /// The snapshot is that of the body's first statement. A body that only throws `DatabaseError`
  /// says so, `{ connection throws(DatabaseError) in … }`, and gets the typed form.
  ///
  /// - Throws: what `body` throws, and `closed`, `cannotOpen` and the like as `DatabaseError`.
  package func read<T>(_ body: (Connection) throws -> T) throws -> T {
    let connection = try readers.take()
    defer { readers.put(connection) }
    try connection.begin(.read)
    defer { connection.endReading() }
    return try body(connection)
  }

  /// Runs `body` on the caller's thread, in one snapshot, over a connection that cannot write.
  package func read<T>(
    _ body: (Connection) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    let connection = try readers.take()
    defer { readers.put(connection) }
    try connection.begin(.read)
    defer { connection.endReading() }
    return try body(connection)
  }
}
