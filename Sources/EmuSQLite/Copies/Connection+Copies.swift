import CSQLite

extension Connection {
  /// The schema name under which a copy is attached.
  static let copySchema = "copy"

  /// Opens a copy for filling. Nothing is synced to the disk, since an unfinished draft is deleted.
  convenience init(filling copy: DatabaseCopy) throws(DatabaseError) {
    try self.init(copy.place, access: .readWrite)
    try execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
  }

  /// Opens a filled copy, which may be from an untrusted source and is never changed.
  convenience init(reading copy: DatabaseCopy) throws(DatabaseError) {
    try self.init(copy.place, access: .readOnly)
    _ = emu_sqlite3_set_defensive(pointer)
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
  }

  /// Replaces the content of this database with that of another, page by page, in one transaction.
  ///
  /// Pages are written without reading rows or indexes. Both must have the same page size when this
  /// one has a write-ahead log.
  ///
  /// - Throws: `busy`, `diskFull`, `ioError`, `readOnly`; nothing has changed then.
  func replaceContent(with source: Connection) throws(DatabaseError) {
    guard let backup = sqlite3_backup_init(pointer, "main", source.pointer, "main") else {
      throw DatabaseError(capturing: sqlite3_errcode(pointer), on: pointer)
    }
    let outcome = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard outcome == SQLITE_DONE else {
      throw DatabaseError(capturing: end == SQLITE_OK ? outcome : end, on: pointer)
    }
  }

  /// Removes the mark of a write-ahead log, which was copied with the pages: a copy is one file.
  ///
  /// - Parameter isNamed: true for a copy with a name; only that can have a rollback journal.
  func endLog(isNamed: Bool) throws(DatabaseError) {
    try execute(isNamed ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = MEMORY")
  }

  func attach(_ copy: DatabaseCopy) throws(DatabaseError) {
    let path = copy.place.path.hasPrefix("file:") ? "./" + copy.place.path : copy.place.path
    try run(SQL("ATTACH ? AS \(Self.copySchema)"), values: [.text(path)])
  }

  func detach() throws(DatabaseError) {
    // Statements over the copy would keep it in use.
    cache.removeAll()
    try execute(SQL("DETACH \(Self.copySchema)"))
  }
}
