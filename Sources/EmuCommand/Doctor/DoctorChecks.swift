import EmuHTTPServer
import EmuModel
import EmuServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The checks, each in the way in which `start` would meet the fault.
struct DoctorChecks {
  let options: DoctorOptions

  var all: [DoctorCheck] { libraries + [port, dataFile, authority, clock] }

  /// Opens a whole emulator that keeps nothing: it needs every library, and makes a key with one.
  private var libraries: [DoctorCheck] {
    do {
      try Emulator(Configuration(location: .ephemeral)).stop()
      return [
        DoctorCheck(name: "libraries", status: .ok, message: "The system libraries work.")
      ]
    } catch {
      return [failed("libraries", StartFailure(error, location: .ephemeral))]
    }
  }

  private var port: DoctorCheck {
    var configuration = Configuration(location: .ephemeral)
    configuration.port = options.port
    configuration.host = options.host
    do {
      let emulator = try Emulator(configuration)
      do {
        let running = try emulator.start()
        try emulator.stop()
        return DoctorCheck(name: "port", status: .ok, message: "\(running.url) is free.")
      } catch {
        try? emulator.stop()
        throw error
      }
    } catch {
      return failed("port", StartFailure(error, location: .ephemeral))
    }
  }

  private var dataFile: DoctorCheck {
    guard case .file(let path) = options.location else {
      return DoctorCheck(name: "data file", status: .ok, message: "Nothing is kept.")
    }
    guard Self.exists(path) else {
      return DoctorCheck(
        name: "data file", status: .ok, message: "\(path) is not there yet; start makes it.")
    }
    do {
      let emulator = try Emulator(Configuration(location: options.location))
      let offset = emulator.clock.offsetMilliseconds
      try emulator.stop()
      guard offset == 0 else {
        return DoctorCheck(
          name: "data file", status: .note,
          message:
            "\(path) is sound. Its clock stands \(offset / 1000) seconds from this machine's; "
            + "POST /emulator/v1/clock:reset puts it right.")
      }
      return DoctorCheck(name: "data file", status: .ok, message: "\(path) is sound.")
    } catch {
      return failed("data file", StartFailure(error, location: options.location))
    }
  }

  private var authority: DoctorCheck {
    guard let file = Self.caFile(options) else {
      return DoctorCheck(
        name: "https CA", status: .note,
        message: "There is none yet; start --tls-port 9443 makes it.")
    }
    do {
      let end = try LocalAuthorityCheck.validUntil(
        folder: DataFolder.ofAuthority(besides: options.location))
      return DoctorCheck(
        name: "https CA", status: .ok,
        message: "\(file) is good until \(Timestamp(seconds: end).rfc3339).")
    } catch {
      return DoctorCheck(name: "https CA", status: .failed, message: error.message)
    }
  }

  /// Tokens carry times: a machine far off makes every client refuse them.
  private var clock: DoctorCheck {
    let now = Timestamp(seconds: Int64(time(nil)))
    // The first of January 2026: before this version was made.
    guard now.seconds >= 1_767_225_600 else {
      return DoctorCheck(
        name: "clock", status: .failed,
        message: "This machine says it is \(now.rfc3339). Set its clock; tokens carry the time.")
    }
    return DoctorCheck(name: "clock", status: .ok, message: "It is \(now.rfc3339).")
  }

  private func failed(_ name: String, _ failure: StartFailure) -> DoctorCheck {
    DoctorCheck(
      name: name, status: .failed, message: failure.message, exitCode: failure.exitCode)
  }

  /// The absolute path of the CA's certificate; nil where there is none.
  static func caFile(_ options: DoctorOptions) -> String? {
    LocalAuthorityCheck.caFile(folder: DataFolder.ofAuthority(besides: options.location))
  }

  private static func exists(_ path: String) -> Bool {
    // access(2) reads the path only while it runs.
    unsafe access(path, F_OK) == 0
  }
}
