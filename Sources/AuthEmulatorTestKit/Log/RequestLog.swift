extension AuthEmulator {
  /// The last requests with their answers and decisions, newest first.
  ///
  /// - Parameters:
  ///   - operation: such as `accounts:lookup`.
  ///   - status: such as `400` or `4xx`.
  ///   - isOfApp: only requests of apps and servers, or only those of tests and tools.
  ///   - after: only requests after the one with this id.
  ///   - limit: at most so many.
  public func requests(
    operation: String? = nil, status: String? = nil, project: String? = nil,
    isOfApp: Bool? = nil, after: String? = nil, limit: Int = 100
  ) async throws -> [RecordedRequest] {
    let answer = try await connection.control(
      "GET", "/requests",
      query: [
        "operation": operation, "status": status, "project": project,
        "app": isOfApp.map { "\($0)" }, "after": after,
        "limit": "\(limit)",
      ])
    return try ControlConnection.read(
      answer["requests"] ?? [], as: [RecordedRequest].self, "GET /requests")
  }

  /// Why the last requests of the app were answered as they were; calls of the control API and of this
  /// kit are left out.
  ///
  /// - Parameters:
  ///   - count: how many requests.
  ///   - operation: only requests of this one.
  public func explain(last count: Int = 1, operation: String? = nil) async throws -> Explanation {
    try await explain(last: count, operation: operation, project: nil)
  }

  func explain(last count: Int, operation: String?, project: String?) async throws -> Explanation {
    Explanation(
      requests: try await requests(
        operation: operation, project: project, isOfApp: true, limit: count))
  }

  /// A request in the log as a command of a shell that repeats it.
  ///
  /// - Parameters:
  ///   - request: one that the log still has.
  ///   - secrets: whether passwords and tokens are in it as they were sent. Without them the command
  ///     does something else, and says so in a comment.
  public func curl(of request: RecordedRequest, secrets: Bool = true) async throws -> String {
    let data = try await connection.send(
      "GET", "/emulator/v1/requests/\(ControlConnection.encoded(request.id))",
      query: ["format": "curl", "secrets": "\(secrets)"])
    return String(decoding: data, as: UTF8.self)
  }
}

extension EmulatorProject {
  /// The last requests of this project with their answers and decisions, newest first; the
  /// parameters are those of
  /// ``AuthEmulator/requests(operation:status:project:isOfApp:after:limit:)``.
  public func requests(
    operation: String? = nil, status: String? = nil, isOfApp: Bool? = nil, after: String? = nil,
    limit: Int = 100
  ) async throws -> [RecordedRequest] {
    try await emulator.requests(
      operation: operation, status: status, project: id, isOfApp: isOfApp, after: after,
      limit: limit)
  }

  /// Why the last requests of the app in this project were answered as they were.
  public func explain(last count: Int = 1, operation: String? = nil) async throws -> Explanation {
    try await emulator.explain(last: count, operation: operation, project: id)
  }
}
