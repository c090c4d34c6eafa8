#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// Renames a damaged file and its log, so that a new one can be created in its place.
  ///
  /// The new name has ".damaged" appended, with a number where that exists: no file is overwritten,
  /// and the renamed one can still be opened.
  ///
  /// - Returns: the new path; nil when the file is sound, empty or missing, and not renamed.
  /// - Throws: as `damage(ofFileAt:)`, and `cannotOpen` when it cannot be renamed.
  package static func moveAsideIfDamaged(_ path: String) throws(DatabaseError) -> String? {
    guard let file = try existing(path) else { return nil }
    defer { file.release() }
    guard try damage(of: file) != nil else { return nil }
    let target = freeName(besides: path)
    // Rejected openings leave an empty log.
    if size(ofFileAt: path + "-wal") == 0 { unlink(path + "-wal") }
    for suffix in suffixes where DatabaseFile.Identity(ofFileAt: path + suffix) != nil {
      guard rename(path + suffix, target + suffix) == 0 else {
        throw DatabaseFile.failure(errno, path + suffix)
      }
    }
    // The next opening creates the index of the log again.
    unlink(path + "-shm")
    return target
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
