internal import EmuJSON
internal import EmuSystem

/// `auth-emulator stop`: ends the emulator of this folder.
enum StopCommand {
  static let command = Command(
    name: "stop", summary: "ends the emulator of this folder",
    about: """
      Ends the emulator of this folder as Ctrl-C does, and waits until it has ended. Prints a line for
      each rule by which production would have answered the app differently.
      """,
    flags: [
      .value(
        "--data", .dataFile, standard: DataFolder.defaultFile, "the data file of the emulator"
      ) { $0.dataFile = $1 },
      .toggle("--json", "prints one line of JSON") { $0.printsJSON = true },
    ], options: ClientInput(), run: run)

  /// More time than an emulator takes to end; an export may take longer.
  private static let patience = Duration.seconds(120)

  private static func run(_ input: ClientInput) throws -> ExitCode {
    let dataFile = input.dataFile
    let files =
      dataFile.map { [ReadyFile(besides: $0)] } ?? ReadyFile.all(of: DataFolder.ownPrefix)
    let found = files.compactMap { file in file.hint.map { (file, $0) } }
    let answering = found.first { file, _ in file.running != nil }
    guard
      let (file, hint) = answering
        ?? found.first(where: { SystemProcess($1.pid)?.isZombie == false })
    else {
      let other = dataFile == nil ? RunningEmulator.atStandardPort : nil
      let owner = other.map { " The one at \($0.url) belongs to \($0.folder ?? "another folder")." }
      throw CommandFailure(
        "No emulator \(dataFile.map { "that serves \($0) " } ?? "")runs here.\(owner ?? "") "
          + "`auth-emulator stop --data FILE` ends the one that serves a file.")
    }
    guard answering != nil else {
      throw CommandFailure(
        "Process \(hint.pid) does not answer as the emulator at \(hint.url), so it was not stopped. "
          + "If no emulator runs there, remove \(file.path).")
    }
    // In a container the emulator's process number is another process's here.
    guard SystemProcess(hint.pid)?.isOwnEmulator == true else {
      throw CommandFailure(
        "The emulator at \(hint.url) answers, but process \(hint.pid) is not an emulator of this user "
          + "here, so it was not stopped. Stop it where it was started, such as in its container.")
    }
    let differences = try? ProductionReportFile.lines(of: ControlClient(hint.url))
    kill(hint.pid, SIGTERM)
    guard SystemProcess.waitForEnd(of: hint.pid, atMost: patience) else {
      throw CommandFailure("Process \(hint.pid) does not end. Kill it: kill -9 \(hint.pid)")
    }
    // The file of a process that stores nothing; another may have written its own by now.
    if file.hint == hint { file.remove() }
    let line: JSON = [
      "event": "stopped", "url": .string(hint.url), "pid": .int(Int64(hint.pid)),
    ]
    Output.print(input.printsJSON ? .json(line) : "Stopped the emulator at \(hint.url).\n")
    Output.error(TerminalText(lines: differences ?? ""), prefixed: false)
    return .ok
  }
}
