internal import EmuSystem

extension Database {
  /// Reads a complete database file without changing it, and checks it for damage.
  ///
  /// Takes about a second for each 500 MB.
  ///
  /// - Returns: SQLite's description of the damage; nil when the file is sound, empty or missing.
  /// - Throws: `inUse`, `notADatabase`, `foreignFile`, `cannotOpen`, `busy`.
  package static func damage(ofFileAt path: String) throws(DatabaseError) -> String? {
    guard let file = try existing(path) else { return nil }
    defer { file.release() }
    return try damage(of: file)
  }

  /// Renames a damaged file and its log, and creates one with the rows that SQLite can read.
  ///
  /// The new name has ".damaged" appended, with a number where that exists: no file is overwritten,
  /// and the renamed one can still be opened. The new file has the schema of the old one.
  ///
  /// - Parameters:
  ///   - derived: tables whose rows follow from others; they are not read.
  ///   - derive: fills these tables, and corrects what depends on lost rows.
  /// - Returns: the new name of the damaged file, and the tables; nil when the file is sound, empty
  ///   or missing, and not renamed.
  /// - Throws: as `damage(ofFileAt:)`; `otherSchema`; `diskFull`, `cannotOpen`
  ///   and the like when the new file cannot be written. The damaged file has its name then.
  package static func recover(
    _ path: String, migrations: [Migration], deriving derived: Set<String> = [],
    by derive: (Connection) throws(DatabaseError) -> Void = { _ in }
  ) throws(DatabaseError) -> (damagedFile: String, tables: [RecoveredTable])? {
    guard let file = try existing(path) else { return nil }
    defer { file.release() }
    guard try damage(of: file) != nil else { return nil }
    let draftPath = path + ".recovering"
    // Of a recovery that was interrupted.
    unlink(draftPath)
    let draft = try DatabaseCopy(draft: draftPath)
    let tables = try copy(file, into: draft, Migrator(migrations), derived, derive)
    let target = freeName(besides: path)
    // Rejected openings leave an empty log.
    if size(ofFileAt: path + "-wal") == 0 { unlink(path + "-wal") }
    // A second name first, so that the path has a file at every moment. Not every file system has them.
    for suffix in suffixes where DatabaseFile.Identity(ofFileAt: path + suffix) != nil {
      guard
        link(path + suffix, target + suffix) == 0 || rename(path + suffix, target + suffix) == 0
      else { throw DatabaseFile.failure(errno, path + suffix) }
    }
    // The log of the old file must not be applied to the new one.
    for suffix in ["-wal", "-shm"] {
      guard unlink(path + suffix) == 0 || errno == ENOENT else {
        throw DatabaseFile.failure(errno, path + suffix)
      }
    }
    try draft.publish(as: path, in: folder(of: path))
    return (target, tables)
  }

  private static func copy(
    _ file: DatabaseFile, into draft: DatabaseCopy, _ migrator: Migrator, _ derived: Set<String>,
    _ derive: (Connection) throws(DatabaseError) -> Void
  ) throws(DatabaseError) -> [RecoveredTable] {
    let source = try Connection(file.place, access: .readWrite)
    defer { source.close() }
    source.keepsLogAtClose(true)
    source.readsDamagedSchema()
    let target = try Connection(draft.place, access: .readWrite)
    defer { target.close() }
    try target.execute(
      SQL("PRAGMA page_size = 4096; PRAGMA application_id = \(Connection.applicationID)"))
    try migrator.runApplied(of: source, on: target)
    try target.execute("PRAGMA foreign_keys = ON")
    try target.begin(.write)
    let tables = try Recovery(source: source, target: target).run(without: derived)
    try derive(target)
    try target.commit()
    return tables
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The suffixes of the file and of SQLite's log.
  private static let suffixes = ["", "-wal"]

  private static func size(ofFileAt path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Claims a file, unless there is none.
  private static func existing(_ path: String) throws(DatabaseError) -> DatabaseFile? {
    guard DatabaseFile.Identity(ofFileAt: path) != nil else { return nil }
    return try DatabaseFile(.file(path))
  }

  private static func freeName(besides path: String) -> String {
    var number = 1
    while true {
      let name = path + ".damaged" + (number == 1 ? "" : "\(number)")
      if suffixes.allSatisfy({ DatabaseFile.Identity(ofFileAt: name + $0) == nil }) { return name }
      number += 1
    }
  }

  private static func damage(of file: DatabaseFile) throws(DatabaseError) -> String? {
    do throws(DatabaseError) {
      let connection = try Connection(file.place, access: .readOnly)
      defer { connection.close() }
      connection.keepsLogAtClose(true)
      guard try connection.isOurs() else { return nil }
      let found = try connection.first("PRAGMA integrity_check(1)") { $0.text(0) }
      return found == "ok" ? nil : found
    } catch {
      guard error.code == .corrupt else { throw error.naming(file.place.path) }
      return error.message
    }
  }
}
