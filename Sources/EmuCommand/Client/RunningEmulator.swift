internal import EmuHTTP
internal import EmuJSON
internal import EmuServer

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

  /// Where the data are that a command is about.
  enum Place {
    /// The address of the emulator that serves them.
    case running(String)
    /// A data file that no emulator serves.
    case file(String)
  }

  /// The emulator that ``url(named:)`` finds, or else the data file that one would serve.
  ///
  /// - Parameter creates: whether the file may be a new one.
  static func place(
    named input: ClientInput, creates: Bool
  ) throws(ClientFailure) -> Place {
    if let url = input.url { return .running(url) }
    let path = input.dataFile ?? DataFolder.defaultFile
    if input.dataFile != nil {
      if let url = ReadyFile(besides: path).runningURL { return .running(url) }
    } else if let url = try? url(named: input) {
      return .running(url)
    }
    guard creates || LocalFile.exists(path) else {
      throw ClientFailure(
        message: "No emulator runs here, and there is no data file \(path). Start one with "
          + "`auth-emulator start`, or name another with --url URL or --data FILE.")
    }
    if input.dataFile == nil {
      do throws(StartFailure) {
        try DataFolder.prepare()
      } catch {
        throw ClientFailure(message: error.message)
      }
    }
    return .file(path)
  }

  private static let standardURL = "http://127.0.0.1:9099"

  private static func isEmulator(_ url: String) -> Bool {
    let health = try? ControlClient(url).control(.get, "health")
    return health?["status"] == "ready"
  }
}
