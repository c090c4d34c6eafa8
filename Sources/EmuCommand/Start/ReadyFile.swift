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

  init(besides dataFile: String) { path = dataFile + "-ready.json" }

  private init(path: String) { self.path = path }

  /// The file of a detached emulator of the current folder that stores nothing.
  static let ephemeral = ReadyFile(path: "\(DataFolder.name)/ephemeral-ready.json")

  /// The file of this process, by which `status` finds it; nil where the folder is not the user's alone,
  /// as where another user made it first.
  private static var ofProcess: ReadyFile? {
    LocalFolder.isPrivate(userFolder) ? ReadyFile(path: "\(userFolder)/\(getpid()).json") : nil
  }

  /// Lets `status` find this process. A machine whose files cannot be written has no list of emulators.
  static func announce(_ state: ReadyState) {
    try? LocalFolder.make(userFolder)
    try? ofProcess?.write(state.line(pid: getpid()))
  }

  static func withdraw() { ofProcess?.remove() }

  /// The files of the processes of this user, by which `status` finds the emulators of all folders.
  static var ofUser: [ReadyFile] {
    guard LocalFolder.isPrivate(userFolder) else { return [] }
    // Not the draft of one that starts.
    return (LocalFolder.names(in: userFolder) ?? []).filter { $0.hasSuffix(".json") }
      .map { ReadyFile(path: "\(userFolder)/\($0)") }
  }

  private static let userFolder = "/tmp/auth-emulator-\(geteuid())"

  /// Returns the files of a folder: of its default data file, and of an emulator that stores
  /// nothing.
  ///
  /// - Parameter prefix: the path of the folder, with its slash.
  static func all(of prefix: String) -> [ReadyFile] {
    [ReadyFile(besides: prefix + DataFolder.defaultFile), ReadyFile(path: prefix + ephemeral.path)]
  }

  /// Writes the file atomically, readable by its owner only.
  func write(_ line: String) throws(LocalFile.Failure) {
    try LocalFile.replace(path, with: Array(line.utf8), syncs: false)
  }

  func remove() { LocalFile.remove(path) }

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
