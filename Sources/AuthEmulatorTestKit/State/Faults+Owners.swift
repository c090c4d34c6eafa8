extension AuthEmulator {
  /// The faults of all projects.
  public var faults: EmulatorFaults { EmulatorFaults(connection: connection, project: nil) }

  /// Runs a closure with a fault, and removes it afterwards, also when the closure throws.
  @discardableResult
  public func withFault<Value: Sendable>(
    _ effect: FaultEffect, on match: FaultMatch = .any, times: Int? = nil,
    _ body: () async throws -> Value
  ) async throws -> Value {
    try await faults.with(effect, on: match, times: times, body)
  }
}

extension EmulatorProject {
  /// Faults that only requests of this project meet.
  public var faults: EmulatorFaults { EmulatorFaults(connection: connection, project: id) }

  /// Runs a closure with a fault that only requests of this project meet; it is removed after the
  /// closure, also when that throws.
  ///
  /// ```swift
  /// try await project.withFault(.status(503), on: .operation("accounts:lookup")) {
  ///   await model.refresh()
  /// }
  /// ```
  @discardableResult
  public func withFault<Value: Sendable>(
    _ effect: FaultEffect, on match: FaultMatch = .any, times: Int? = nil,
    _ body: () async throws -> Value
  ) async throws -> Value {
    try await faults.with(effect, on: match, times: times, body)
  }
}
