internal import EmuHTTP
internal import EmuJSON
internal import EmuServer

struct RunningEmulator: Sendable, Hashable {
  let url: String
  /// The random name of this one emulator; nil for a version without.
  let instance: String?
  /// The absolute path of its start folder; nil for a version that does not report it.
  let folder: String?

  /// - Returns: nil where no emulator responds that is ready.
  init?(answeringAt url: String) {
    guard let health = try? Self.health(at: url), health["status"] == "ready" else { return nil }
    self.url = url
    instance = health["instance"]?.string
    folder = health["folder"]?.string
  }

  /// Returns the state of the emulator at an address.
  ///
  /// - Throws: `CommandFailure` also where nothing answers for seconds.
  static func health(at url: String) throws -> JSON {
    try ControlClient(url, timeout: .seconds(5)).control(.get, "health")
  }

  /// The emulator at the default port of `start` in the current folder, whatever folder it belongs
  /// to.
  static var atStandardPort: RunningEmulator? {
    // A file that cannot be used ends the command where it is about a project.
    let port = (try? ProjectFiles.discovered())?.port ?? 9099
    return RunningEmulator(answeringAt: "http://127.0.0.1:\(port)")
  }
}
