internal import EmuJSON
internal import EmuServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file beside a data file by which commands find the emulator that serves it: the ready line of
/// ``ReadyState``, while the emulator runs.
struct ReadyFile: Sendable {
  let path: String

  /// - Parameter dataFile: the path of the data file.
  init(besides dataFile: String) { path = dataFile + "-ready.json" }

  /// That of the default data file, in the current folder or the nearest above it that has one.
  static func nearest() -> ReadyFile? {
    var prefix = ""
    // No path is deeper.
    for _ in 0..<64 {
      let file = ReadyFile(besides: prefix + DataFolder.defaultFile)
      if LocalFile.exists(file.path) { return file }
      if LocalFile.absolute(prefix.isEmpty ? "." : prefix) == "/" { return nil }
      prefix += "../"
    }
    return nil
  }

  /// Writes the file, readable by its owner alone, as a whole.
  func write(_ line: String) throws(LocalFile.Failure) {
    try LocalFile.replace(path, with: Array(line.utf8), syncs: false)
  }

  /// Removes the file.
  func remove() { LocalFile.remove(path) }

  /// The address, if the process that wrote the file lives.
  var runningURL: String? { running?.url }

  /// What the emulator wrote; nil where there is no such file.
  var line: JSON? {
    (try? LocalFile.bytes(at: path, limit: 1 << 16)).flatMap { try? JSON(parsing: $0) }
  }

  /// The process that wrote the file, if it lives, and its address.
  var running: (pid: pid_t, url: String)? {
    guard let line, let number = line["pid"]?.int, let pid = pid_t(exactly: number),
      let url = line["url"]?.string,
      // Signal 0 only checks: kill(2). EPERM means that there is such a process.
      kill(pid, 0) == 0 || errno == EPERM
    else { return nil }
    return (pid, url)
  }
}
