import EmuModel
import EmuOutbound
import EmuServer
import EmuStore
import EmuSystem

/// The checks, each by the same code as `start`.
struct DoctorChecks {
  let options: DoctorOptions
  /// By the machine's clock.
  let now: Timestamp

  var report: DoctorReport {
    let first = libraries + [port, dataFile]
    let (authority, caFile) = authority
    let app = DoctorAppChecks(
      options: options, adminHost: environmentVariable("FIREBASE_AUTH_EMULATOR_HOST")
    ).checks
    return DoctorReport(checks: first + [authority, clock] + app, caFile: caFile)
  }

  /// Opens a temporary emulator: it needs every library but libcurl, and generates a key.
  private var libraries: [DoctorCheck] {
    do {
      try OutboundError.throwUnlessLibraryIsReady()
      try Emulator(Configuration()).stop()
      return [.ok("libraries", "The system libraries work.")]
    } catch {
      return [failed("libraries", CommandFailure(error))]
    }
  }

  private var port: DoctorCheck {
    var configuration = Configuration()
    configuration.port = options.port
    configuration.host = options.host
    do {
      let emulator = try Emulator(configuration)
      do {
        let running = try emulator.start()
        try emulator.stop()
        return .ok("port", "\(running.url) is free.")
      } catch {
        try? emulator.stop()
        throw error
      }
    } catch {
      if let own = ownEmulator {
        return .note("port", "The emulator of this folder runs at \(own.url).")
      }
      return failed("port", CommandFailure(error))
    }
  }

  /// The emulator of this folder, where it has the port.
  private var ownEmulator: RunningEmulator? {
    let host = options.host.flatMap { ["0.0.0.0", "::"].contains($0) ? nil : $0 } ?? "127.0.0.1"
    let authority = host.contains(":") ? "[\(host)]" : host
    let running = RunningEmulator(answeringAt: "http://\(authority):\(options.port)")
    return running?.folder == LocalFile.absolute(".") ? running : nil
  }

  private var dataFile: DoctorCheck {
    let path = options.dataFile
    guard LocalFile.exists(path) else { return absent(path) }
    do {
      if let damage = try Store.damage(ofFileAt: path) {
        throw StoreError(code: .damaged, message: damage)
      }
      let emulator = try Emulator(Configuration(dataFile: path))
      let offset = emulator.clock.offsetMilliseconds
      try emulator.stop()
      guard offset == 0 else {
        return .note(
          "data file",
          "\(path) is sound. Its clock is \(offset / 1000) seconds off this machine's; "
            + "`auth-emulator clock reset` resets it when the emulator runs.")
      }
      if let exposure = LocalFile.exposure(ofFileAt: path) {
        return .note(
          "data file",
          "\(path) is sound, and \(exposure). Make it this user's own with mode 0600.")
      }
      return .ok("data file", "\(path) is sound.")
    } catch {
      if let running = ReadyFile(besides: path).running {
        return .note(
          "data file",
          "\(path) is in use by the emulator at \(running.url). Stop it to examine the file.")
      }
      return failed("data file", CommandFailure(error, dataFile: path))
    }
  }

  /// Returns the check of a missing data file: start creates only the default folder.
  private func absent(_ path: String) -> DoctorCheck {
    if let message = DataFolder.missing(of: path) {
      return .failed("data file", message)
    }
    let folder = DataFolder.ofAuthority(besides: options.dataFile)
    // access(2) reads the path only while it runs.
    guard unsafe access(LocalFile.exists(folder) ? folder : ".", W_OK) == 0 else {
      return failed("data file", .folder(folder, reason: LocalFile.Failure(number: errno).reason))
    }
    return .ok("data file", "\(path) does not exist yet; start creates it.")
  }

  private var authority: (check: DoctorCheck, caFile: String?) {
    let name = "https CA"
    do {
      let folder = DataFolder.ofAuthority(besides: options.dataFile)
      guard let found = try LocalAuthority.kept(in: folder, now: now.seconds) else {
        return (.note(name, "There is none yet; start --tls-port 9443 creates it."), nil)
      }
      let end = Timestamp(seconds: found.validity.upperBound).rfc3339
      return (.ok(name, "\(found.caFile) is good until \(end)."), found.caFile)
    } catch {
      return (.failed(name, error.message), nil)
    }
  }

  /// Tokens contain times: clients reject those of a machine whose clock is far off.
  private var clock: DoctorCheck {
    // From the year in which this version was built to fifty years after it.
    guard (1_767_225_600..<3_345_062_400).contains(now.seconds) else {
      return .failed(
        "clock", "This machine says it is \(now.rfc3339). Set its clock; tokens carry the time.")
    }
    return .ok(
      "clock",
      "It is \(now.rfc3339). A phone or server minutes away from that rejects tokens.")
  }

  private func failed(_ name: String, _ failure: CommandFailure) -> DoctorCheck {
    .failed(name, failure.message.description, failure.exitCode)
  }
}
