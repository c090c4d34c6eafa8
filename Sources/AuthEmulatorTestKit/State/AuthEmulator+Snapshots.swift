extension AuthEmulator {
  /// Stores the state of all projects under a name, replacing an earlier snapshot of the name.
  public func snapshot(_ name: String) async throws { try await snapshot(name, of: nil) }

  /// Returns to a state that was stored: all projects, or the one that it is of.
  public func restore(_ name: String) async throws {
    _ = try await connection.control(
      "POST", "/snapshots/\(ControlConnection.encoded(name)):restore", [:])
  }

  /// Removes a state that was stored.
  public func removeSnapshot(_ name: String) async throws {
    _ = try await connection.control("DELETE", "/snapshots/\(ControlConnection.encoded(name))")
  }

  /// Runs a closure and returns all projects to the state before it, also when it throws.
  @discardableResult
  public func snapshot<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await snapshot(of: nil, around: body)
  }

  fileprivate func snapshot(_ name: String, of project: String?) async throws {
    _ = try await connection.control(
      "POST", "/snapshots", .members(["name": .string(name), "project": .text(project)]))
  }

  fileprivate func snapshot<Value: Sendable>(
    of project: String?, around body: () async throws -> Value
  ) async throws -> Value {
    let name = String.uniqueName("kit")
    try await snapshot(name, of: project)
    return try await withCleanup(body) {
      try await self.restore(name)
      try await self.removeSnapshot(name)
    }
  }
}

extension EmulatorProject {
  /// Stores the project's state under a name, replacing an earlier snapshot of the name. Names
  /// belong to the emulator: another project's snapshot of the same name is replaced.
  public func snapshot(_ name: String) async throws {
    try await emulator.snapshot(name, of: id)
  }

  /// Returns to a state that was stored.
  public func restore(_ name: String) async throws { try await emulator.restore(name) }

  /// Runs a closure and returns the project to its state before it, also when it throws.
  @discardableResult
  public func snapshot<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await emulator.snapshot(of: id, around: body)
  }
}
