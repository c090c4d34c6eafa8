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

  /// Renames a damaged file and its log, so that the path is free for a new one.
  ///
  /// The new name has ".damaged" appended, with a number where that exists: no file is overwritten,
  /// and the renamed one can still be opened.
  ///
  /// - Returns: the new name; nil when the file is sound, empty or missing, and not renamed.
  /// - Throws: as `damage(ofFileAt:)`; `cannotOpen` and the like when a file cannot be renamed. The
  ///   damaged file has its name then.
  package static func renameDamagedFile(at path: String) throws(DatabaseError) -> String? {
    guard let file = try existing(path) else { return nil }
    defer { file.release() }
    guard try damage(of: file) != nil else { return nil }
    let target = freeName(besides: path)
    // The log first: SQLite deletes one without its file.
    for suffix in ["-wal", ""] where DatabaseFile.Identity(ofFileAt: path + suffix) != nil {
      guard rename(path + suffix, target + suffix) == 0 else {
        let failure = DatabaseFile.failure(errno, path + suffix)
        rename(target + "-wal", path + "-wal")
        throw failure
      }
    }
    // The index of the log, which SQLite creates again.
    unlink(path + "-shm")
    return target
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
      let isFree = ["", "-wal"].allSatisfy { DatabaseFile.Identity(ofFileAt: name + $0) == nil }
      if isFree { return name }
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
