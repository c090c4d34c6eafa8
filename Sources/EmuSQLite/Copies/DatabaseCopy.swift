internal import EmuSystem

/// A database file with a copy of another's content; no connection keeps it open.
///
/// A copy of a file database has a path. One of a temporary database has no name, and is deleted
/// with this object.
package final class DatabaseCopy: Sendable {
  let place: DatabaseFile.Place
  let nameless: UnlinkedFiles?
  /// True for an unpublished name, which is deleted with this object.
  private let isDraft: Bool

  /// - Parameter isDraft: true for a name of this object alone, false for a listed one.
  init(_ path: String, isDraft: Bool) {
    place = DatabaseFile.Place(path: path, isNamed: true)
    nameless = nil
    self.isDraft = isDraft
  }

  /// Creates an empty file that is not listed yet.
  ///
  /// - Throws: `cannotOpen`, `readOnly`, `diskFull`.
  convenience init(draft path: String) throws(DatabaseError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DatabaseFile.failure(errno, path) }
    close(descriptor)
    self.init(path, isDraft: true)
  }

  /// An empty file without a name.
  init() throws(DatabaseError) {
    let files = try UnlinkedFiles()
    place = DatabaseFile.Place(path: files.path, isNamed: false)
    nameless = files
    isDraft = false
  }

  deinit {
    nameless?.release()
    // After publication it has another name and is not found.
    if isDraft { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(place.path + suffix) } }
  }

  /// False for a missing file and for a symbolic link.
  var isRegularFile: Bool {
    var status = stat()
    return lstat(place.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The length of the file in bytes; 0 for a deleted one.
  package var size: Int {
    if let nameless { return nameless.size }
    var status = stat()
    return stat(place.path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Syncs the file to the disk and renames it, replacing a file of that name.
  ///
  /// In this order, a name never refers to an incomplete file, even after a crash of the process or
  /// the machine. If the folder cannot be synced, the name gets its earlier file back.
  func publish(as path: String, in folder: String) throws(DatabaseError) {
    try Self.sync(place.path)
    let earlier = place.path + "-earlier"
    let isKept = linkat(AT_FDCWD, path, AT_FDCWD, earlier, 0) == 0
    let isNew = !isKept && errno == ENOENT
    defer { unlink(earlier) }
    guard rename(place.path, path) == 0 else { throw DatabaseFile.failure(errno, path) }
    do throws(DatabaseError) {
      try Self.sync(folder)
    } catch {
      // Without links the name keeps the new file.
      if isKept { rename(earlier, path) } else if isNew { unlink(path) }
      throw error
    }
  }

  private static func sync(_ path: String) throws(DatabaseError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseFile.failure(errno, path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DatabaseFile.failure(errno, path) }
  }
}
