internal import EmuHTTP
internal import EmuJSON
internal import EmuSystem

struct RunningEmulator: Sendable, Hashable {
  let url: String
  /// The answer to `health`.
  let health: JSON
  /// Its process on this machine; nil for an emulator that was found by its address.
  private(set) var pid: pid_t?

  /// The random name of this one emulator; nil for a version without.
  var instance: String? { health["instance"]?.string }
  /// The absolute path of its start folder; nil for a version that does not report it.
  var folder: String? { health["folder"]?.string }

  /// - Throws: `CommandFailure` where no emulator answers, also where nothing answers for seconds.
  init(at url: String) throws {
    health = try ControlClient(url, timeout: .seconds(5)).control(.get, "health")
    self.url = url
    guard health["status"] == "ready" else { throw ControlClient.noEmulator(at: url) }
  }

  /// - Returns: nil where no emulator responds that is ready.
  init?(answeringAt url: String) {
    guard let running = try? RunningEmulator(at: url) else { return nil }
    self = running
  }

  /// The emulator at the default port of `start` in the current folder, whatever folder it belongs
  /// to.
  static var atStandardPort: RunningEmulator? {
    // A file that cannot be used ends the command where it is about a project.
    let port = (try? ProjectFiles.discovered())?.port ?? 9099
    return RunningEmulator(answeringAt: "http://127.0.0.1:\(port)")
  }

  /// The emulators of this user that run on this machine, and the one at the standard port, whose
  /// process is not seen here if it is in a container.
  static var all: [RunningEmulator] {
    let own = ReadyFile.ofUser.compactMap { file -> RunningEmulator? in
      let pid = file.hint?.pid
      guard var found = file.running else {
        // Its process was killed.
        if pid.flatMap({ SystemProcess($0) })?.isOwnEmulator != true { file.remove() }
        return nil
      }
      found.pid = pid
      return found
    }.sorted { ($0.pid ?? 0) < ($1.pid ?? 0) }
    let other = atStandardPort.flatMap { other in
      own.contains { $0.instance == other.instance } ? nil : other
    }
    return own + (other.map { [$0] } ?? [])
  }
}
