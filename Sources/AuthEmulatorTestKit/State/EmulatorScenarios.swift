/// An edge case that is ready to run.
public struct ScenarioSummary: Sendable, Hashable, Decodable {
  /// Such as `disabled-user`.
  public let name: String
  /// What happens.
  public let title: String
  /// Why it happens in production.
  public let why: String
}

/// What became of a scenario.
public struct ScenarioResult: Sendable, Hashable, Decodable {
  /// A request of a scenario.
  public struct Step: Sendable, Hashable, Decodable {
    /// What it is for.
    public let about: String?
    /// Its method and path.
    public let call: String
    /// The status of the answer.
    public let status: Int?
    /// Whether the answer was as expected.
    public let passed: Bool
    /// What differed.
    public let problem: String?
  }

  /// What happens.
  public let title: String
  /// The project that it ran in.
  public let project: String
  /// Whether every answer was as expected.
  public let passed: Bool
  /// The requests.
  public let steps: [Step]
}

/// The edge cases of an emulator.
public struct EmulatorScenarios: Sendable {
  let connection: ControlConnection

  /// Those that the emulator has.
  public func list() async throws -> [ScenarioSummary] {
    let answer = try await connection.control("GET", "/scenarios")
    return try ControlConnection.read(
      answer["scenarios"] ?? [], as: [ScenarioSummary].self, "GET /scenarios")
  }

  /// Empties a project, runs a scenario in it and compares each answer.
  ///
  /// - Parameter project: one of the scenario's own without.
  public func run(_ name: String, in project: EmulatorProject? = nil) async throws
    -> ScenarioResult
  {
    try await connection.control(
      "POST", "/scenarios/\(ControlConnection.encoded(name)):run",
      .members(["project": .text(project?.id)]), as: ScenarioResult.self)
  }

  /// Runs a scenario of your own, in the form of a file of `seed-data/scenarios`.
  public func run(_ scenario: JSONValue, in project: EmulatorProject? = nil) async throws
    -> ScenarioResult
  {
    try await connection.control(
      "POST", "/scenarios:run", .members(["scenario": scenario, "project": .text(project?.id)]),
      as: ScenarioResult.self)
  }

  /// Empties a project and puts the state into it that a scenario begins with, for an app to meet.
  public func load(_ name: String, into project: EmulatorProject) async throws {
    _ = try await connection.control(
      "POST", "/scenarios/\(ControlConnection.encoded(name)):load", ["project": .string(project.id)]
    )
  }
}

extension AuthEmulator {
  /// The edge cases that are ready to run.
  public var scenarios: EmulatorScenarios { EmulatorScenarios(connection: connection) }
}
