import CSQLite
import EmuSystem

/// A database file and its log without names in a folder: the system frees them with the process,
/// even after a crash.
///
/// Several connections must open the same files, and SQLite opens files by name. So the two remain
/// open here under a synthetic name with both descriptors in it, `…/7,8`. Two replaced system calls
/// of SQLite's file system (https://sqlite.org/c3ref/vfs.html, "xSetSystemCall") map that name and
/// the log's, `…/7,8-wal`, to the descriptors. Every other name is passed to the system unchanged.
struct UnlinkedFiles: Sendable {
  /// The file system to open the files with: it keeps the index of the log in memory, where the
  /// usual one needs a third file.
  static let fileSystem = "unix-excl"

  /// The synthetic name of the database file.
  let path: String
  private let descriptors: [Int32]

  private static let folder = "/auth-emulator-nameless/"

  /// Creates the two files in the folder `TMPDIR`, or in `/tmp`.
  ///
  /// - Throws: `cannotOpen`, `diskFull`, `readOnly`.
  init() throws(DatabaseError) {
    guard Self.isReady else {
      throw DatabaseError(.cannotOpen, "this SQLite does not let its system calls be replaced")
    }
    let database = try Self.makeFile()
    let log: Int32
    do throws(DatabaseError) {
      log = try Self.makeFile()
    } catch {
      close(database)
      throw error
    }
    descriptors = [database, log]
    path = "\(Self.folder)\(database),\(log)"
  }

  /// The length of the database file in bytes.
  var size: Int {
    var status = stat()
    return fstat(descriptors[0], &status) == 0 ? Int(status.st_size) : 0
  }

  /// Returns another descriptor of the database file, to be closed; negative where the system has
  /// none left.
  func duplicate() -> Int32 { fcntl(descriptors[0], F_DUPFD_CLOEXEC, 0) }

  /// Closes the files; call it after every connection has been closed.
  func release() {
    for descriptor in descriptors { close(descriptor) }
  }

  private static func makeFile() throws(DatabaseError) -> Int32 {
    let descriptor = openNamelessFile()
    guard descriptor >= 0 else { throw DatabaseFile.failure(errno, temporaryFolder) }
    return descriptor
  }
}

// MARK: - System calls

extension UnlinkedFiles {
  private typealias Open = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32
  private typealias Stat =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafeMutablePointer<stat>?
    ) -> Int32

  /// True once the system calls are replaced, for the life of the process.
  private static let isReady: Bool = {
    let opening: Open = { path, flags, mode in
      guard let path else { return -1 }
      guard let descriptor = UnlinkedFiles.descriptor(path) else {
        return open(path, flags, mode_t(truncatingIfNeeded: mode))
      }
      // The name is a link, and the file exists.
      return open("/dev/fd/\(descriptor)", flags & ~(O_NOFOLLOW | O_CREAT | O_EXCL), 0)
    }
    let status: Stat = { path, result in
      guard let path, let result else { return -1 }
      guard let descriptor = UnlinkedFiles.descriptor(path) else { return stat(path, result) }
      return fstat(descriptor, result)
    }
    guard let system = sqlite3_vfs_find(fileSystem), let replace = system.pointee.xSetSystemCall
    else { return false }
    return replace(system, "open", unsafeBitCast(opening, to: sqlite3_syscall_ptr.self))
      == SQLITE_OK
      && replace(system, "stat", unsafeBitCast(status, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
  }()

  /// Returns the descriptor of a synthetic name; nil for an ordinary name.
  private static func descriptor(_ path: UnsafePointer<CChar>) -> Int32? {
    guard strncmp(path, folder, folder.utf8.count) == 0 else { return nil }
    let name = String(cString: path + folder.utf8.count)
    let parts = name.split(whereSeparator: { $0 == "," || $0 == "-" })
    switch (parts.count, parts.last) {
    case (2, _): return Int32(parts[0])
    case (3, "wal"): return Int32(parts[1])
    // Such as a rollback journal, which a nameless database has in memory.
    default: return -1
    }
  }
}
