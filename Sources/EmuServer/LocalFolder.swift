internal import EmuSystem

package enum LocalFolder {
  package static func exists(_ path: String) -> Bool {
    var facts = stat()
    // stat(2) writes a variable of ours.
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, sorted, without `.` and `..`; nil where it cannot be read.
  package static func names(in path: String) -> [String]? {
    readFolder(path) { _, names in names }
  }

  /// Returns true for a folder of this user, no symbolic link, that other users cannot change.
  package static func isPrivate(_ path: String) -> Bool {
    var facts = stat()
    // lstat(2) reads the path only while it runs, and writes a variable of ours.
    return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
      && facts.st_uid == geteuid() && facts.st_mode & 0o022 == 0
  }

  /// Creates a missing folder that only its owner can read, and missing ones above it.
  package static func make(_ path: String) throws(LocalFile.Failure) {
    guard path != "-" else { throw .standardOutput }
    // mkdir(2) reads the path only while it runs.
    if unsafe mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST where exists(path): return
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { fallthrough }
      try make(String(path[..<slash]))
      guard unsafe mkdir(path, 0o700) == 0 else { throw LocalFile.Failure(number: errno) }
    default: throw LocalFile.Failure(number: errno)
    }
  }

  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Removes a folder of plain files. Of a link in it only the link is removed, and nothing where
  /// the path is a link itself.
  package static func removeFiles(of path: String) {
    _ = readFolder(path, followsLink: false) { folder, names in
      // unlinkat(2) reads the name only while it runs, and follows no link.
      for name in names { _ = unsafe unlinkat(folder, name, 0) }
    }
    _ = unsafe rmdir(path)
  }
}
