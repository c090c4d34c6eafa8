public import Foundation

/// A running emulator: one that this process started, or one that it joined.
///
/// ```swift
/// let emulator = try await AuthEmulator.shared
/// let project = emulator.project("my-test")
/// ```
///
/// A started emulator ends with ``stop()``, with the last reference to it, and with the process.
/// Every call throws ``AuthEmulatorError``.
public final class AuthEmulator: Sendable {
  /// The address, such as `http://127.0.0.1:9099`, without a path.
  public let url: URL
  let connection: ControlConnection

  #if os(macOS) || os(Linux)
    private let process: EmulatorProcess?

    init(url: URL, process: EmulatorProcess? = nil) {
      self.url = url
      self.process = process
      connection = ControlConnection(url: url)
    }
  #else
    init(url: URL) {
      self.url = url
      connection = ControlConnection(url: url)
    }
  #endif

  /// The host of ``url``, as `useEmulator(withHost:port:)` of an SDK expects it.
  public var host: String { URLComponents(url: url, resolvingAgainstBaseURL: false)?.host ?? "" }

  /// The port of ``url``, 80 or 443 where it has none.
  public var port: Int { url.port ?? (url.scheme == "https" ? 443 : 80) }

  /// Returns a project of this emulator. It exists from its first use on; this makes no call.
  ///
  /// - Parameter id: letters, digits and `-_.:`.
  public func project(_ id: String) -> EmulatorProject { EmulatorProject(id: id, emulator: self) }

  /// Returns a project with a unique id, on this machine and others.
  public func uniqueProject() -> EmulatorProject { project(Wording.unique("test")) }

  /// Returns the emulator's health: `status`, `version`, `project`, `profile` and more.
  public func health() async throws -> JSONValue {
    try await connection.control("GET", "/health")
  }

  /// Removes users, codes, sessions, people and faults of all projects. The clock and all settings
  /// return to their values at start. Snapshots remain.
  public func reset() async throws {
    _ = try await connection.control("POST", "/reset", ["to": "empty"])
  }

  /// Stops an emulator that this process started, and waits until it has ended; a joined one
  /// continues to run.
  public func stop() async {
    #if os(macOS) || os(Linux)
      await process?.stop()
    #endif
  }
}
