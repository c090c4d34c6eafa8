public import Foundation

/// The emulator's clock, which all projects share: a test that changes it needs its own emulator,
/// or has to run serially.
public struct EmulatorClock: Sendable {
  /// The state of the clock.
  public struct State: Sendable, Hashable {
    /// The emulator's time.
    public let now: Date
    /// The offset from the machine's time, in seconds; positive in the future.
    public let offset: TimeInterval
    /// True for a frozen clock.
    public let isFrozen: Bool
    /// Warnings about SDKs that reject tokens because of it.
    public let warnings: [String]
  }

  let connection: ControlConnection

  /// The emulator's time.
  public var now: Date { get async throws { try await state().now } }

  /// Returns the state of the clock.
  public func state() async throws -> State { try await call("GET", "/clock", nil) }

  /// Moves the clock, back with a negative time.
  ///
  /// - Parameter seconds: to the millisecond.
  @discardableResult
  public func advance(by seconds: TimeInterval) async throws -> State {
    try await call(
      "POST", "/clock:advance", ["milliseconds": .integer(Int64((seconds * 1000).rounded()))])
  }

  /// Moves the clock, back with a negative time.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @discardableResult
  public func advance(by duration: Duration) async throws -> State {
    let (seconds, attoseconds) = duration.components
    return try await advance(by: TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18)
  }

  /// Sets the clock, and optionally freezes it.
  @discardableResult
  public func set(_ time: Date, frozen: Bool = false) async throws -> State {
    try await call(
      "POST", "/clock:set", ["now": .string(time.rfc3339), "frozen": .bool(frozen)])
  }

  /// Stops the clock.
  @discardableResult
  public func freeze() async throws -> State { try await call("POST", "/clock:freeze", [:]) }

  /// Returns to the machine's time.
  @discardableResult
  public func reset() async throws -> State { try await call("POST", "/clock:reset", [:]) }

  private func call(_ method: String, _ path: String, _ body: JSONValue?) async throws -> State {
    let answer = try await connection.control(method, path, body)
    return State(
      now: try Date(rfc3339: answer["now"]?.string).orThrow(
        .unexpected("\(method) \(path)", "no time")),
      offset: TimeInterval(answer["offsetMilliseconds"]?.integer ?? 0) / 1000,
      isFrozen: answer["frozen"]?.bool ?? false,
      warnings: answer["warnings"]?.array?.compactMap(\.string) ?? [])
  }
}

extension AuthEmulator {
  /// The clock.
  public var clock: EmulatorClock { EmulatorClock(connection: connection) }
}
