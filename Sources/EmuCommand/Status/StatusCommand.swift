internal import EmuJSON
internal import EmuSystem

/// `auth-emulator status`: the emulators of this user that run.
enum StatusCommand {
  static let command = Command(
    name: "status", summary: "lists the emulators that run, with their folders",
    about: """
      Lists the emulators of this user that run on this machine, each with its folder, project, profile
      and data file. One in a container is found at the standard port.
      """,
    flags: [.toggle("--json", "prints one line of JSON") { $0.printsJSON = true }],
    options: ClientInput(), run: run)

  private static let columns = ["url", "folder", "project", "profile", "dataFile", "pid"]

  private static func run(_ input: ClientInput) -> ExitCode {
    var emulators = SystemProcess.emulators.compactMap(health)
    // Its process is not seen here, such as that of a container.
    if let other = RunningEmulator.atStandardPort,
      !emulators.contains(where: { $0["instance"]?.string == other.instance }),
      let health = health(at: other.url)
    {
      emulators.append(health)
    }
    let rows = emulators.map { emulator in
      columns.map { emulator[$0]?.plainText ?? ($0 == "dataFile" ? "not stored" : "-") }
    }
    Output.print(
      input.printsJSON
        ? .json(["emulators": .array(emulators.map(JSON.object))])
        : TextTable.text(
          columns.map { $0 == "dataFile" ? "DATA" : $0.uppercased() }, rows,
          empty: "No emulator of this user runs. Start one with `auth-emulator start`."))
    return .ok
  }

  /// Returns what the emulator of a process answers to `health`, with its address and process; nil for
  /// one that is not ready.
  private static func health(of pid: pid_t) -> JSONObject? {
    for authority in SystemProcess.listeningAddresses(of: pid) {
      guard var health = health(at: "http://\(authority)") else { continue }
      health["pid"] = .int(Int64(pid))
      return health
    }
    return nil
  }

  private static func health(at url: String) -> JSONObject? {
    guard var health = try? RunningEmulator.health(at: url).object else { return nil }
    health["url"] = .string(url)
    return health
  }
}
