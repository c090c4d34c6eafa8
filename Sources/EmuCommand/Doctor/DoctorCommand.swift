import EmuModel
import EmuServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `auth-emulator doctor`: reports problems that prevent `start`, with their remedies.
enum DoctorCommand {
  static let help = """
    Checks what start needs: the libraries, the port, the data file, the CA of https, the clock.
    Shows how to trust the CA on each platform. Changes nothing but what start would change itself.

    Usage: auth-emulator doctor [flags]

    \(HelpText.table(DoctorOptions.flags))

    \(HelpText.exitCodes)

    """

  static func run(_ arguments: [String]) throws(UsageError) -> ExitCode {
    let options = try DoctorOptions(arguments)
    let now = Timestamp(seconds: Int64(time(nil)))
    let report = DoctorChecks(options: options, now: now).report
    Output.print(options.printsJSON ? report.line : report.text)
    return report.exitCode
  }
}

/// The options of `doctor`: the targets that `start` would use.
struct DoctorOptions: Sendable {
  var port: UInt16 = 9099
  var host: String?
  var location = Configuration.Location.file(DataFolder.defaultFile)
  var printsJSON = false

  init(_ arguments: [String]) throws(UsageError) {
    try ArgumentReader(command: "doctor", flags: Self.flags).read(arguments, into: &self)
  }

  static let flags: [Flag<DoctorOptions>] = [
    .value("--port", .port, standard: "9099", "the port that start would take") { $0.port = $1 },
    .value(
      "--host", .text("HOST", "a name or an address of this machine"),
      "where start would listen (default: 127.0.0.1 and ::1)"
    ) { $0.host = $1 },
    .value(
      "--data", .dataFile, standard: DataFolder.defaultFile, "the file that start would keep"
    ) { $0.location = .file($1) },
    .toggle("--json", "prints one line of JSON") { $0.printsJSON = true },
  ]
}
