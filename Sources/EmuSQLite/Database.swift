/// One database file with its schema: many readers, one writer.
///
/// Reads run on the caller's thread and never wait for the writer. Writes are queued for one
/// thread, which commits all waiting ones in one transaction. The file belongs to this object until
/// `close`: another process or `Database` gets `inUse`.
package final class Database: Sendable {
  /// The one table that this class creates, beside those of the migrations; it must never be
  /// emptied.
  package static var migrationTable: String { Migrator.table }

  /// "AuEm": in the header of every file of ours, so that no other file is migrated over.
  package static let applicationID: Int64 = 0x4175_456d

  let readers: ReaderPool
  let writer: WriteQueue

  /// Opens the file, creating a missing one, and runs pending migrations.
  ///
  /// - Parameter migrations: every migration ever released, oldest first.
  /// - Throws: `inUse`, `notADatabase`, `foreignFile`, `corrupt`, `otherSchema`,
  ///   `cannotOpen`, `readOnly`, `diskFull`, `ioError`, or the error of a migration. The message
  ///   names the file, which is unchanged except for the migrations that succeeded.
  package init(
    _ configuration: Configuration, migrations: [Migration]
  ) throws(DatabaseError) {
    SQLiteLibrary.configured
    let file = try DatabaseFile(configuration.location)
    do throws(DatabaseError) {
      let connection = try Connection(file.place, access: .readWrite)
      connection.keepsLogAtClose(true)
      try connection.openAsWriter(configuration)
      try Migrator(migrations).migrate(connection)
      connection.keepsLogAtClose(false)
      let checkpointConnection = try Connection(file.place, access: .readWrite)
      try checkpointConnection.openAsCheckpointer(configuration)
      let presence = FilePresence(of: file.place)
      readers = ReaderPool(file.place, presence: presence, configuration: configuration)
      writer = WriteQueue(
        connection, presence: presence, readers: readers,
        checkpointer: Checkpointer(
          checkpointConnection, readers: readers,
          syncs: configuration.location != .temporary),
        quiet: configuration.quiet)
      try writer.start(atEnd: { file.release() })
    } catch {
      // Every connection is closed by now: either `do` owned it, or the writer released it.
      file.release()
      throw error.naming(file.place.path)
    }
  }

  /// Drains the queue and closes everything as `close` does, without waiting.
  deinit {
    writer.beginClosing()
  }

  /// Waits for the queued writes, empties the log into the file, and closes it.
  ///
  /// Waits for reads in progress too. Later calls throw `closed`; closing again does nothing. Must
  /// not be called from a write's body or completion: it would wait for itself, and traps.
  ///
  /// - Parameter reportRest: receives the reason when the log could not be emptied and no data is
  ///   lost. The log remains and is read when the file is opened next. With `fileGone` the file
  ///   does not exist any more.
  /// - Throws: `corrupt`, `ioError` or `other`: committed data may be lost. The database is closed
  ///   all the same.
  package func close(
    reportRest: (DatabaseError) -> Void = { _ in }
  ) throws(DatabaseError) {
    precondition(!writer.isCurrentThread, "close() on the writer's thread would wait for itself")
    writer.beginClosing()
    guard let error = writer.waitUntilClosed() else { return }
    switch error.code {
    case .busy, .diskFull, .readOnly, .fileGone: reportRest(error)
    // SQLITE_IOERR_WRITE, as where the file may not grow (EFBIG): the log is complete all the same.
    case .ioError where error.extendedCode == 10 | 3 << 8: reportRest(error)
    default: throw error
    }
  }
}

// MARK: - Reading

extension Database {
  /// Runs `body` on the caller's thread, in one transaction, over a connection that cannot write.
  ///
  /// The transaction has everything that was acknowledged before.
  ///
  /// - Throws: the errors of `body`, and `closed`, `cannotOpen` and the like as `DatabaseError`.
  package func read<T>(_ body: (Connection) throws -> T) throws -> T {
    let connection = try readers.take()
    var hasFailed = true
    defer { readers.put(connection, endsTransaction: hasFailed) }
    let value = try body(connection)
    hasFailed = false
    return value
  }
}
