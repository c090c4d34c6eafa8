extension AuthEmulator {
  /// Returns the last requests with their responses and decisions, newest first.
  ///
  /// - Parameters:
  ///   - operation: such as `accounts:lookup`.
  ///   - status: such as `400` or `4xx`.
  ///   - outcome: such as `refused`.
  ///   - project: the project's id; nil for requests of all projects.
  ///   - isOfApp: true for requests of apps and servers only, false for those of tests and tools
  ///     only.
  ///   - after: only requests after the one with this id.
  ///   - limit: the maximum number of requests.
  public func requests(
    operation: String? = nil, status: String? = nil, outcome: String? = nil,
    project: String? = nil, isOfApp: Bool? = nil, after: String? = nil, limit: Int = 100
  ) async throws -> [RecordedRequest] {
    try await connection.control(
      list: "requests", "/requests",
      query: [
        "operation": operation, "status": status, "outcome": outcome, "project": project,
        "app": isOfApp.map { "\($0)" }, "after": after,
        "limit": "\(limit)",
      ], as: RecordedRequest.self)
  }

  /// Returns the reasons of the app's last responses; calls of the control API and of this kit are
  /// excluded.
  ///
  /// - Parameters:
  ///   - count: the number of requests.
  ///   - operation: only requests of this one.
  ///   - project: the project's id; nil for requests of all projects.
  public func explain(
    last count: Int = 1, operation: String? = nil, project: String? = nil
  ) async throws -> Explanation {
    Explanation(
      requests: try await requests(
        operation: operation, project: project, isOfApp: true, limit: count))
  }

  /// Returns a logged request as a shell command that repeats it.
  ///
  /// - Parameters:
  ///   - request: one that is still in the log.
  ///   - secrets: true to include passwords and tokens as sent. Without them the command has
  ///     another effect, which a comment in it states.
  public func curl(of request: RecordedRequest, secrets: Bool = true) async throws -> String {
    let data = try await connection.send(
      "GET", "/emulator/v1/requests/\(ControlConnection.encoded(request.id))",
      query: ["format": "curl", "secrets": "\(secrets)"])
    return String(decoding: data, as: UTF8.self)
  }
}

extension EmulatorProject {
  /// Returns the last requests of this project with their responses and decisions, newest first.
  /// The parameters are those of
  /// ``AuthEmulator/requests(operation:status:outcome:project:isOfApp:after:limit:)``.
  public func requests(
    operation: String? = nil, status: String? = nil, outcome: String? = nil,
    isOfApp: Bool? = nil, after: String? = nil, limit: Int = 100
  ) async throws -> [RecordedRequest] {
    try await emulator.requests(
      operation: operation, status: status, outcome: outcome, project: id, isOfApp: isOfApp,
      after: after, limit: limit)
  }

  /// Returns the reasons of the app's last responses in this project.
  public func explain(last count: Int = 1, operation: String? = nil) async throws -> Explanation {
    try await emulator.explain(last: count, operation: operation, project: id)
  }
}
