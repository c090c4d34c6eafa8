internal import EmuJSON

/// `auth-emulator status`: the emulators of this user that run.
enum StatusCommand {
  static let help = """
    Lists the emulators of this user that run, each with its folder, project, profile and data file. One
    that stores nothing and is not detached is only found at the standard port.

    Usage: auth-emulator status [flags]

    \(HelpText.table(flags))

    \(HelpText.exitCodes)

    """

  struct Options {
    var printsJSON = false
  }

  static let flags: [Flag<Options>] = [
    .toggle("--json", "prints one line of JSON") { $0.printsJSON = true }
  ]

  private static let columns = ["url", "folder", "project", "profile", "dataFile", "pid"]

  static func run(_ arguments: [String]) throws(UsageError) -> ExitCode {
    var options = Options()
    try ArgumentReader(command: "status", flags: flags).read(arguments, into: &options)
    var emulators = ReadyFile.ofProcesses.compactMap(health)
    if let other = RunningEmulator.atStandardPort,
      !emulators.contains(where: { $0["instance"]?.string == other.instance }),
      var health = try? RunningEmulator.health(at: other.url).object
    {
      health["url"] = .string(other.url)
      emulators.append(health)
    }
    let rows = emulators.map { emulator in
      columns.map { emulator[$0]?.plainText ?? ($0 == "dataFile" ? "not stored" : "-") }
    }
    Output.print(
      options.printsJSON
        ? .json(["emulators": .array(emulators.map(JSON.object))])
        : TextTable.text(
          columns.map { $0 == "dataFile" ? "DATA" : $0.uppercased() }, rows,
          empty: "No emulator of this user runs. Start one with `auth-emulator start`."))
    return .ok
  }

  /// Returns what an emulator answers to `health`, with its address and process; nil where it has ended.
  private static func health(_ file: ReadyFile) -> JSONObject? {
    guard let hint = file.hint, var health = try? RunningEmulator.health(at: hint.url).object,
      health["instance"]?.string == hint.instance
    else {
      // The file of a process that was killed.
      if let hint = file.hint, SystemProcess(hint.pid)?.isOwnEmulator != true { file.remove() }
      return nil
    }
    (health["url"], health["pid"]) = (.string(hint.url), .int(Int64(hint.pid)))
    return health
  }
}
