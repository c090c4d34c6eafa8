import EmuServer

/// `auth-emulator doctor`: reports problems that prevent `start`, with their remedies.
enum DoctorCommand {
  static let command = Command(
    name: "doctor", summary: "checks what start needs, and how to fix what is missing",
    about: """
      Checks what start needs: the libraries, the port, the data file, the CA of https, the clock.
      Checks what apps need: the port of firebase.json, FIREBASE_AUTH_EMULATOR_HOST, the way from
      phones and containers, and the permission of http in AndroidManifest.xml and Info.plist.
      Shows how to trust the CA on each platform. Changes nothing but what start would change itself.
      """, flags: DoctorOptions.flags, options: try DoctorOptions(), run: run)

  private static func run(_ options: DoctorOptions) -> ExitCode {
    let report = DoctorChecks(options: options, now: SystemClock.now()).report
    Output.print(options.printsJSON ? .json(report.json) : report.text)
    return report.exitCode
  }
}

/// The options of `doctor`: the targets that `start` would use.
struct DoctorOptions: Sendable {
  var port: UInt16 = 9099
  var host: String?
  var dataFile = DataFolder.defaultFile
  var printsJSON = false

  /// The files by which `start` finds host and port.
  let files: ProjectFiles

  init() throws {
    files = try .discovered()
    host = files.host
    port = files.port ?? port
  }

  static let flags: [Flag<DoctorOptions>] = [
    .value(
      "--port", .port, "the port that start would take (default: that of firebase.json, else 9099)"
    ) { $0.port = $1 },
    .value(
      "--host", .host,
      "where start would listen (default: that of firebase.json, else 127.0.0.1 and ::1)"
    ) { $0.host = $1 },
    .value(
      "--data", .dataFile, standard: DataFolder.defaultFile, "the file that start would keep"
    ) { $0.dataFile = $1 },
    .toggle("--json", "prints one line of JSON") { $0.printsJSON = true },
  ]
}
