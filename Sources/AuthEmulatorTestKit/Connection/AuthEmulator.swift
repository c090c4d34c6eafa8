public import Foundation

/// A running emulator: one that this process started, or one that it joined.
///
/// ```swift
/// let emulator = try await AuthEmulator.shared
/// let project = try await emulator.project("my-test")
/// ```
///
/// A started emulator ends with ``stop()``, with the last reference to it, and with the process.
/// Every call throws ``AuthEmulatorError``.
public final class AuthEmulator: Sendable {
  /// The address, such as `http://127.0.0.1:9099`, without a path.
  public let url: URL
  let connection: ControlConnection

  /// Ends the process that this one started, which the closure retains; nil for a joined emulator.
  private let end: (@Sendable () async -> Void)?

  init(url: URL, end: (@Sendable () async -> Void)? = nil) {
    self.url = url
    self.end = end
    connection = ControlConnection(url: url)
  }

  /// The host of ``url``, as `useEmulator(withHost:port:)` of an SDK expects it.
  public var host: String { URLComponents(url: url, resolvingAgainstBaseURL: false)?.host ?? "" }

  /// The port of ``url``, 80 or 443 where it has none.
  public var port: Int { url.port ?? (url.scheme == "https" ? 443 : 80) }

  /// Returns a project of this emulator, and creates it where it does not exist, so that its API
  /// key selects it.
  ///
  /// - Parameter id: letters, digits and `-_.:`.
  public func project(_ id: String) async throws -> EmulatorProject {
    let project = EmulatorProject(id: id, emulator: self)
    try await project.patch(EmulatorSettings())
    return project
  }

  /// Creates a project that no other test has, on this machine or another one.
  public func uniqueProject() async throws -> EmulatorProject {
    try await project(.uniqueName("test"))
  }

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
  public func stop() async { await end?() }
}
