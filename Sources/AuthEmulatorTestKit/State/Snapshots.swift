/// A state that the emulator stores under a name.
struct Snapshots: Sendable {
  let connection: ControlConnection
  /// The project of the snapshots; nil for all projects.
  let project: String?

  func save(_ name: String) async throws {
    _ = try await connection.control(
      "POST", "/snapshots", .members(["name": .string(name), "project": .text(project)]))
  }

  func restore(_ name: String) async throws {
    _ = try await connection.control("POST", "/snapshots/\(path(name)):restore", [:])
  }

  func remove(_ name: String) async throws {
    _ = try await connection.control("DELETE", "/snapshots/\(path(name))")
  }

  func around<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    let name = Wording.unique("kit")
    try await save(name)
    return try await withCleanup(body) {
      try await restore(name)
      try await remove(name)
    }
  }

  private func path(_ name: String) -> String { ControlConnection.encoded(name) }
}

extension AuthEmulator {
  private var snapshots: Snapshots { Snapshots(connection: connection, project: nil) }

  /// Stores the state of all projects under a name, replacing an earlier snapshot of the name.
  public func snapshot(_ name: String) async throws { try await snapshots.save(name) }

  /// Returns to a state that was stored: all projects, or the one that it is of.
  public func restore(_ name: String) async throws { try await snapshots.restore(name) }

  /// Removes a state that was stored.
  public func removeSnapshot(_ name: String) async throws { try await snapshots.remove(name) }

  /// Runs a closure and returns all projects to the state before it, also when it throws.
  @discardableResult
  public func snapshot<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await snapshots.around(body)
  }
}

extension EmulatorProject {
  private var snapshots: Snapshots { Snapshots(connection: connection, project: id) }

  /// Stores the project's state under a name, replacing an earlier snapshot of the name. Names
  /// belong to the emulator: another project's snapshot of the same name is replaced.
  public func snapshot(_ name: String) async throws { try await snapshots.save(name) }

  /// Returns to a state that was stored.
  public func restore(_ name: String) async throws { try await snapshots.restore(name) }

  /// Runs a closure and returns the project to its state before it, also when it throws.
  @discardableResult
  public func snapshot<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await snapshots.around(body)
  }
}
