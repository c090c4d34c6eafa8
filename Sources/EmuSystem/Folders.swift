/// Returns the result of `body` with the descriptor of a folder and the names in it, sorted, without `.`
/// and `..`; nil for a folder that cannot be read.
///
/// - Parameter followsLink: false to read nothing where the path is a symbolic link.
package func readFolder<R>(
  _ path: String, followsLink: Bool = true, _ body: (_ descriptor: Int32, _ names: [String]) -> R
) -> R? {
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW))
  guard descriptor >= 0 else { return nil }
  guard let folder = fdopendir(descriptor) else {
    close(descriptor)
    return nil
  }
  // The descriptor is closed with it: fdopendir(3).
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    // The name is inside the entry, ends with a zero, and is copied immediately: readdir(3).
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return body(descriptor, names.sorted())
}

/// The folder `TMPDIR`, or `/tmp`.
package var temporaryFolder: String { environmentVariable("TMPDIR") ?? "/tmp" }

/// Creates a file without a name in the ``temporaryFolder``, which the system frees with the process.
///
/// - Returns: its descriptor; negative with `errno` for a failure.
package func openNamelessFile() -> Int32 {
  #if os(Linux)
    // O_TMPFILE (open(2)), a macro that is not imported: this bit beside O_DIRECTORY.
    let nameless = open(temporaryFolder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
    // A file system that does not support that shows a name for a moment.
    guard nameless < 0, errno == EOPNOTSUPP || errno == EISDIR else { return nameless }
  #endif
  // mkstemp(3) creates it with mode 0600 and replaces the Xs in place.
  var template = Array("\(temporaryFolder)/auth-emulator.XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { return descriptor }
  unlink(&template)
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  return descriptor
}
