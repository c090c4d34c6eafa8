internal import EmuJSON

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
    let emulators = RunningEmulator.all.map { running in
      var emulator = running.health.object ?? [:]
      emulator["url"] = .string(running.url)
      emulator["pid"] = running.pid.map { .int(Int64($0)) }
      return emulator
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
}
