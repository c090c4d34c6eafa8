#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the database file and its log are still what their names lead to.
///
/// Unix lets a file be removed or replaced while it is open. Commits would go on into a file that
/// nobody can open again, so the writer looks before and after each.
struct FilePresence: Sendable {
  private let path: String
  private let files: [(path: String, identity: DatabaseFile.Identity)]

  /// Remembers the files as they are; a nameless file has nothing to lose.
  ///
  /// The log must exist: once a connection has read or written in WAL mode, it stays until the last
  /// connection is closed.
  init(of place: DatabaseFile.Place) {
    path = place.path
    files =
      place.isNamed
      ? [place.path, place.path + "-wal"].compactMap { path in
        DatabaseFile.Identity(ofFileAt: path).map { (path, $0) }
      } : []
  }

  /// - Throws: `fileGone`.
  func check() throws(DatabaseError) {
    for file in files where DatabaseFile.Identity(ofFileAt: file.path) != file.identity {
      throw DatabaseError(
        .fileGone, "\(path): \(file.path) was removed or replaced while it was open")
    }
  }
}
