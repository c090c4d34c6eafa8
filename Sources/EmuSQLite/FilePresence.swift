internal import EmuSystem

/// Checks that the paths of the database file and its log still refer to the open files.
///
/// Unix lets a file be removed or replaced while it is open. Commits would continue into a file
/// that cannot be opened again, so the writer checks before and after each.
struct FilePresence: Sendable {
  private let path: String
  private let files: [(path: String, identity: DatabaseFile.Identity)]

  /// Records the files as they are; a nameless file needs no check.
  ///
  /// The log must exist: once a connection has read or written in WAL mode, it remains until the
  /// last connection is closed.
  init(of place: DatabaseFile.Place) {
    path = place.path
    files =
      place.isNamed
      ? [place.path, place.path + "-wal"].compactMap { path in
        DatabaseFile.Identity(ofFileAt: path).map { (path, $0) }
      } : []
  }

  func check() throws(DatabaseError) {
    for file in files where DatabaseFile.Identity(ofFileAt: file.path) != file.identity {
      throw DatabaseError(
        .fileGone, "\(path): \(file.path) was removed or replaced while it was open")
    }
  }
}
