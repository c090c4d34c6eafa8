internal import EmuHTTP
internal import EmuJSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `auth-emulator stop`: ends the emulator that runs here.
enum StopCommand {
  static let help = """
    Ends the emulator of this folder as Ctrl-C does, and waits until it has ended.

    Usage: auth-emulator stop [flags]

    \(HelpText.table(flags))

    \(HelpText.exitCodes)

    """

  struct Options {
    var dataFile: String?
    var printsJSON = false
  }

  static let flags: [Flag<Options>] = [
    .value("--data", .dataFile, standard: DataFolder.defaultFile, "the data file of the emulator") {
      $0.dataFile = $1
    },
    .toggle("--json", "prints one line of JSON") { $0.printsJSON = true },
  ]

  /// Longer than the emulator waits for clients that hold half-sent requests.
  private static let patience = Duration.seconds(30)

  static func run(_ arguments: [String]) throws(UsageError) -> ExitCode {
    var options = Options()
    try ArgumentReader(command: "stop", flags: flags).read(arguments, into: &options)
    let dataFile = options.dataFile
    let file = dataFile.map(ReadyFile.init(besides:)) ?? ReadyFile.nearest()
    guard let file, let running = file.running else {
      Output.error(
        "No emulator \(dataFile.map { "that serves \($0) " } ?? "")runs here. `auth-emulator stop "
          + "--data FILE` ends the one that serves a file.")
      return .failed
    }
    // The number may be another process's by now, where the emulator was killed.
    guard answers(running.url, of: file) else {
      Output.error(
        "Process \(running.pid) does not answer as the emulator at \(running.url). If it is the "
          + "emulator, end it with kill \(running.pid); else remove \(file.path).")
      return .failed
    }
    kill(running.pid, SIGTERM)
    let deadline = ContinuousClock.now + patience
    while file.running?.pid == running.pid {
      guard ContinuousClock.now < deadline else {
        Output.error("Process \(running.pid) does not end. Kill it: kill -9 \(running.pid)")
        return .failed
      }
      usleep(5000)
    }
    // That of a process which stores nothing.
    file.remove()
    let line: JSON = [
      "event": "stopped", "url": .string(running.url), "pid": .int(Int64(running.pid)),
    ]
    Output.print(
      options.printsJSON
        ? line.serialized() + "\n"
        : "Stopped the emulator at \(running.url).\n")
    return .ok
  }

  /// Whether an emulator at the address serves what the file says.
  private static func answers(_ url: String, of file: ReadyFile) -> Bool {
    guard let health = try? ControlClient(url).control(.get, "health"), let line = file.line else {
      return false
    }
    return health["status"] == "ready" && health["project"] == line["project"]
      && (health["dataFile"] ?? .null) == (line["dataFile"] ?? .null)
  }
}
