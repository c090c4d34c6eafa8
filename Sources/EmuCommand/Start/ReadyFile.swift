internal import EmuJSON
internal import EmuServer
internal import EmuSystem

/// The file by which commands find an emulator: the ready line of ``ReadyState``, while the
/// emulator runs.
///
/// It is only a hint, since anyone can have written it. Nothing is done to the emulator that it
/// names before `health` there returns the same instance.
struct ReadyFile: Sendable {
  /// The emulator that a file names.
  struct Hint: Sendable, Hashable {
    let pid: pid_t
    let url: String
    let instance: String
  }

  let path: String

  /// - Parameter dataFile: the path of the data file.
  init(besides dataFile: String) { path = dataFile + "-ready.json" }

  private init(path: String) { self.path = path }

  /// The file of a detached emulator of the current folder that stores nothing.
  static let ephemeral = ReadyFile(path: "\(DataFolder.name)/ephemeral-ready.json")

  /// Returns the files of a folder: of its default data file, and of an emulator that stores
  /// nothing.
  ///
  /// - Parameter prefix: the path of the folder, with its slash.
  static func all(of prefix: String) -> [ReadyFile] {
    [ReadyFile(besides: prefix + DataFolder.defaultFile), ReadyFile(path: prefix + ephemeral.path)]
  }

  /// The folder with a file for each emulator of this user that stores data, or is detached.
  private static var folder: String {
    "\(environmentVariable("TMPDIR") ?? "/tmp")/auth-emulator-\(geteuid())"
  }

  /// The file of a process, by which `status` finds its emulator.
  static func ofProcess(_ pid: pid_t) -> ReadyFile { ReadyFile(path: "\(folder)/\(pid).json") }

  /// The files of every process of this user, in the order of their numbers.
  static var ofProcesses: [ReadyFile] {
    (LocalFolder.names(in: folder) ?? []).compactMap { name in
      name.hasSuffix(".json") ? pid_t(name.dropLast(5)) : nil
    }.sorted().map(ofProcess)
  }

  /// Writes the file atomically, readable by its owner only.
  func write(_ line: String) throws(LocalFile.Failure) {
    if path.hasPrefix(Self.folder) { try LocalFolder.make(Self.folder) }
    try LocalFile.replace(path, with: Array(line.utf8), syncs: false)
  }

  /// Removes the file, and the folder of all processes with its last file.
  func remove() {
    LocalFile.remove(path)
    // rmdir(2) reads the text only while it runs, and fails for a folder with files.
    if path.hasPrefix(Self.folder) { _ = unsafe rmdir(Self.folder) }
  }

  /// The content of the file; nil where there is no such file of this user.
  var hint: Hint? {
    guard let bytes = try? LocalFile.ownBytes(at: path), let line = try? JSON(parsing: bytes),
      let pid = line["pid"]?.int.flatMap(pid_t.init(exactly:)), pid > 0,
      // Commands run on this machine, from which a public URL may be unreachable.
      let url = (line["localUrl"] ?? line["url"])?.string, let instance = line["instance"]?.string
    else { return nil }
    return Hint(pid: pid, url: url, instance: instance)
  }

  /// The emulator of the file, if it responds.
  var running: RunningEmulator? {
    guard let hint, let running = RunningEmulator(answeringAt: hint.url),
      running.instance == hint.instance
    else { return nil }
    return running
  }
}
