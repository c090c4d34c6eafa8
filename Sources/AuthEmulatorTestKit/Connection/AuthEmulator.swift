public import Foundation

/// A running emulator: one that this process started, or one that it joined.
///
/// ```swift
/// let emulator = try await AuthEmulator.shared
/// let project = emulator.project("my-test")
/// ```
///
/// One that was started ends with ``stop()``, with the last reference to it, and with the process.
/// Every call throws ``AuthEmulatorError``.
public final class AuthEmulator: Sendable {
  /// Where it answers, such as `http://127.0.0.1:9099`, without a path.
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

  /// The port of ``url``, 80 or 443 where it names none.
  public var port: Int { url.port ?? (url.scheme == "https" ? 443 : 80) }

  /// A project of this emulator. It exists from its first use on; no call is made here.
  ///
  /// - Parameter id: letters, digits and `-_.:`.
  public func project(_ id: String) -> EmulatorProject { EmulatorProject(id: id, emulator: self) }

  /// A project that no other test has, on this machine or another one.
  public func uniqueProject() -> EmulatorProject { project(Wording.unique("test")) }

  /// What the emulator says of itself: `status`, `version`, `project`, `profile` and more.
  public func health() async throws -> JSONValue {
    try await connection.control("GET", "/health")
  }

  /// Removes users, codes, sessions, people and faults of all projects, and returns the clock and
  /// all settings to their values at start. Snapshots stay.
  public func reset() async throws {
    _ = try await connection.control("POST", "/reset", ["to": "empty"])
  }

  /// Ends an emulator that this process started, and waits until it is gone; one that was joined
  /// goes on.
  public func stop() async {
    #if os(macOS) || os(Linux)
      await process?.stop()
    #endif
  }
}
