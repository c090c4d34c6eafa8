public import Foundation

/// The emulator's clock, which all projects share: a test that moves it needs an emulator of its own,
/// or has to run alone.
public struct EmulatorClock: Sendable {
  /// What the clock shows.
  public struct State: Sendable, Hashable {
    /// The emulator's time.
    public let now: Date
    /// How far it is ahead of the machine's time, in seconds.
    public let offset: TimeInterval
    /// Whether it stands still.
    public let isFrozen: Bool
    /// Which SDKs reject tokens because of it.
    public let warnings: [String]
  }

  let connection: ControlConnection

  /// The emulator's time.
  public var now: Date { get async throws { try await state().now } }

  /// What the clock shows.
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

  /// Sets the clock, and stops it if asked to.
  @discardableResult
  public func set(_ time: Date, frozen: Bool = false) async throws -> State {
    try await call(
      "POST", "/clock:set", ["now": .string(Wording.text(of: time)), "frozen": .bool(frozen)])
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
      now: try Wording.time(answer["now"]?.string).orThrow(
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
