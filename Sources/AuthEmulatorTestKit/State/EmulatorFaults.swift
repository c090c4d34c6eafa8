/// A fault that is set.
public struct EmulatorFault: Sendable, Hashable, Decodable {
  /// Its id.
  public let id: String
  /// The matching requests, in the control API's form.
  public let match: JSONValue
  /// The effect on them, in the control API's form.
  public let effect: JSONValue
  /// The number of requests that it still affects; nil without a limit.
  public let remaining: Int?
}

/// The faults of an emulator, or of one project: requests that fail, are late or lose their
/// connection.
///
/// A fault of a project affects only requests of that project, whatever its match has.
public struct EmulatorFaults: Sendable {
  let connection: ControlConnection
  let project: String?

  /// Sets a fault.
  ///
  /// - Parameters:
  ///   - effect: the failure.
  ///   - match: the requests that it affects.
  ///   - times: the number of requests that it affects; nil for all.
  ///   - probability: from 0 to 1, for each matching request; nil for 1.
  ///   - randomSeed: repeats the same choice each time.
  /// - Returns: its id, for ``remove(_:)``.
  @discardableResult
  public func add(
    _ effect: FaultEffect, on match: FaultMatch = .any, times: Int? = nil,
    probability: Double? = nil, randomSeed: Int? = nil
  ) async throws -> String {
    var match = match
    if let project { match.project = project }
    let body: JSONValue = .members([
      "match": match.json, "effect": effect.json, "times": .count(times),
      "probability": probability.map(JSONValue.number), "seed": .count(randomSeed),
    ])
    let answer = try await connection.control("POST", "/faults", body)
    return try (answer["id"]?.string).orThrow(.unexpected("POST /faults", "no id"))
  }

  /// The faults that are left.
  public func list() async throws -> [EmulatorFault] {
    try await connection.control(
      list: "faults", "/faults", query: ["project": project], as: EmulatorFault.self)
  }

  /// Removes a fault; one that is used up is removed already.
  public func remove(_ id: String) async throws {
    do {
      _ = try await connection.control("DELETE", "/faults/\(ControlConnection.encoded(id))")
    } catch let error as AuthEmulatorError where error.kind == .refused(status: 404) {}
  }

  /// Removes every fault; those of a project remove only its own.
  public func removeAll() async throws {
    _ = try await connection.control("DELETE", "/faults", query: ["project": project])
  }

  /// Runs a closure with a fault, and removes it afterwards, also when the closure throws.
  ///
  /// ```swift
  /// try await project.faults.with(.status(503), on: .operation("accounts:lookup")) {
  ///   await model.refresh()
  /// }
  /// ```
  @discardableResult
  public func with<Value: Sendable>(
    _ effect: FaultEffect, on match: FaultMatch = .any, times: Int? = nil,
    _ body: () async throws -> Value
  ) async throws -> Value {
    let id = try await add(effect, on: match, times: times)
    return try await withCleanup(body) { try await remove(id) }
  }
}

extension AuthEmulator {
  /// The faults of all projects.
  public var faults: EmulatorFaults { EmulatorFaults(connection: connection, project: nil) }
}

extension EmulatorProject {
  /// Faults that only requests of this project meet.
  public var faults: EmulatorFaults { EmulatorFaults(connection: connection, project: id) }
}
