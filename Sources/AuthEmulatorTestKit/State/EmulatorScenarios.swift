/// An edge case that is ready to run.
public struct ScenarioSummary: Sendable, Hashable, Decodable {
  /// Such as `disabled-user`.
  public let name: String
  /// The event that the scenario shows.
  public let title: String
  /// The reason of the event in production.
  public let why: String
}

/// The result of a scenario.
public struct ScenarioResult: Sendable, Hashable, Decodable {
  /// A request of a scenario.
  public struct Step: Sendable, Hashable, Decodable {
    /// The purpose of the step.
    public let about: String?
    /// Its method and path.
    public let call: String
    /// The status of the response.
    public let status: Int?
    /// True for the expected response.
    public let passed: Bool
    /// The difference from the expected response.
    public let problem: String?
  }

  /// The event that the scenario shows.
  public let title: String
  /// The project that it ran in.
  public let project: String
  /// True when every response was as expected.
  public let passed: Bool
  /// The requests.
  public let steps: [Step]
}

/// The edge cases of an emulator.
public struct EmulatorScenarios: Sendable {
  let connection: ControlConnection

  /// Those that the emulator has.
  public func list() async throws -> [ScenarioSummary] {
    try await connection.control(list: "scenarios", "/scenarios", as: ScenarioSummary.self)
  }

  /// Empties a project, runs a scenario in it and compares each response.
  ///
  /// - Parameters:
  ///   - name: the scenario's name, such as `nonce-replayed`.
  ///   - project: nil for the scenario's own project.
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

  /// Empties a project and stores the initial state of a scenario in it, for use by an app.
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
