#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Folders of this machine.
package enum LocalFolder {
  package static func exists(_ path: String) -> Bool {
    var facts = stat()
    // stat(2) writes a variable of ours.
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, sorted, without `.` and `..`; nil where it cannot be read.
  package static func names(in path: String) -> [String]? {
    guard let folder = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // The name lies within the entry, ends with a zero, and is copied at once: readdir(3).
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a folder that only its owner reads, where there is none.
  package static func make(_ path: String) throws(LocalFile.Failure) {
    guard unsafe mkdir(path, 0o700) == 0 || (errno == EEXIST && exists(path)) else {
      throw LocalFile.Failure(number: errno)
    }
  }

  /// Removes a folder of plain files.
  package static func removeFiles(of path: String) {
    for name in names(in: path) ?? [] { LocalFile.remove("\(path)/\(name)") }
    _ = unsafe rmdir(path)
  }
}
