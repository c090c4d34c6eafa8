public import Foundation

/// A recording in progress: the requests of one project, which become a scenario.
public struct EmulatorRecording: Sendable {
  /// Its id.
  public let id: String
  /// The project of the recorded requests.
  public let project: EmulatorProject
  /// The start, in the emulator's time.
  public let startedAt: Date
  /// The number of requests when it was read.
  public let requests: Int

  private var path: String { "/recordings/\(ControlConnection.encoded(id))" }

  init(_ answer: JSONValue, on emulator: AuthEmulator) throws {
    let call = "a call of recordings"
    id = try (answer["id"]?.string).orThrow(.unexpected(call, "no id"))
    project = EmulatorProject(
      id: try (answer["project"]?.string).orThrow(.unexpected(call, "no project")),
      emulator: emulator)
    startedAt = try Date(rfc3339: answer["startedAt"]?.string).orThrow(.unexpected(call, "no time"))
    requests = Int(answer["requests"]?.integer ?? 0)
  }

  /// Ends the recording.
  ///
  /// - Parameters:
  ///   - title: the event, as the scenario's title.
  ///   - why: the reason of the event in production.
  /// - Returns: a scenario that starts with the project's state at the start.
  public func finish(title: String? = nil, why: String? = nil) async throws -> RecordedScenario {
    try await project.connection.control(
      "POST", "\(path):finish", .members(["title": .text(title), "why": .text(why)]),
      as: RecordedScenario.self)
  }

  /// Ends and discards the recording.
  public func cancel() async throws {
    _ = try await project.connection.control("DELETE", path)
  }
}

/// The result of a recording.
public struct RecordedScenario: Sendable, Hashable, Decodable {
  /// The scenario, in the form of a file of `seed-data/scenarios`: write its `data` into a file, or run it
  /// with ``EmulatorScenarios``.
  public let scenario: JSONValue
  /// The differences when the scenario runs, and the requests without a step.
  public let warnings: [String]
}

extension AuthEmulator {
  /// The recordings that are under way, of all projects.
  public func recordings() async throws -> [EmulatorRecording] {
    let answer = try await connection.control("GET", "/recordings")
    return try (answer["recordings"]?.array ?? []).map { try EmulatorRecording($0, on: self) }
  }
}

extension EmulatorProject {
  /// Starts to record the requests of this project, and those that concern the entire emulator,
  /// such as changes of its clock. A test that records needs its own emulator.
  ///
  /// - Parameter sinceReset: true to include the requests since the project's last reset.
  public func record(sinceReset: Bool = false) async throws -> EmulatorRecording {
    let answer = try await connection.control(
      "POST", "/recordings", ["project": .string(id), "since": sinceReset ? "reset" : "now"])
    return try EmulatorRecording(answer, on: emulator)
  }

  /// Records the app's requests during a closure as a scenario; discards them after an error.
  ///
  /// ```swift
  /// let recorded = try await project.record(title: "The sign-in fails") { await model.signIn() }
  /// try recorded.scenario.data.write(to: file)
  /// ```
  public func record(
    title: String, why: String? = nil, _ body: () async throws -> Void
  ) async throws -> RecordedScenario {
    let recording = try await record()
    do {
      try await body()
      return try await recording.finish(title: title, why: why)
    } catch {
      // The task may be cancelled, and each of its calls fails then.
      _ = await Task { try await recording.cancel() }.result
      throw error
    }
  }
}
