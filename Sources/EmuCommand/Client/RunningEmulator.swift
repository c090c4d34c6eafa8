internal import EmuHTTP
internal import EmuJSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds the emulator that a command is about.
enum RunningEmulator {
  /// The address of the emulator: by `--url`, by the file that the emulator of `--data` or of the
  /// default data file wrote when it was ready, by `AUTH_EMULATOR_URL`, or at the default port.
  static func url(named input: ClientInput) throws(ClientFailure) -> String {
    if let url = input.url { return url }
    if let dataFile = input.dataFile {
      if let url = ReadyFile(besides: dataFile).runningURL { return url }
      throw ClientFailure(
        message: "No emulator that serves \(dataFile) runs. Start it with `auth-emulator start "
          + "--data \(dataFile)`, or name another with --url URL.")
    }
    if let url = Environment.emulatorURL { return url }
    if let url = ReadyFile.nearest()?.runningURL { return url }
    if isEmulator(standardURL) { return standardURL }
    throw ClientFailure(
      message: "No emulator runs here. Start one with `auth-emulator start`, or name one with "
        + "--url URL.")
  }

  private static let standardURL = "http://127.0.0.1:9099"

  private static func isEmulator(_ url: String) -> Bool {
    let health = try? ControlClient(url).control(.get, "health")
    return health?["status"] == "ready"
  }
}
