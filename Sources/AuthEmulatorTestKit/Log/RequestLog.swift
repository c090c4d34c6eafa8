extension AuthEmulator {
  /// The last requests with their answers and decisions, newest first.
  ///
  /// - Parameters:
  ///   - operation: such as `accounts:lookup`.
  ///   - status: such as `400` or `4xx`.
  ///   - after: only requests after the one with this id.
  ///   - limit: at most so many.
  public func requests(
    operation: String? = nil, status: String? = nil, project: String? = nil,
    after: String? = nil, limit: Int = 100
  ) async throws -> [RecordedRequest] {
    let answer = try await connection.control(
      "GET", "/requests",
      query: [
        "operation": operation, "status": status, "project": project, "after": after,
        "limit": "\(limit)",
      ])
    return try ControlConnection.read(
      answer["requests"] ?? [], as: [RecordedRequest].self, "GET /requests")
  }

  /// Why the last requests were answered as they were; calls of the control API are left out.
  ///
  /// - Parameters:
  ///   - count: how many requests.
  ///   - operation: only requests of this one.
  public func explain(last count: Int = 1, operation: String? = nil) async throws -> Explanation {
    try await explain(last: count, operation: operation, project: nil)
  }

  func explain(last count: Int, operation: String?, project: String?) async throws -> Explanation {
    let requests = try await requests(operation: operation, project: project, limit: count + 100)
    return Explanation(requests: Array(requests.filter { !$0.isControl }.prefix(count)))
  }
}

extension EmulatorProject {
  /// The last requests of this project with their answers and decisions, newest first; the
  /// parameters are those of ``AuthEmulator/requests(operation:status:project:after:limit:)``.
  public func requests(
    operation: String? = nil, status: String? = nil, after: String? = nil, limit: Int = 100
  ) async throws -> [RecordedRequest] {
    try await emulator.requests(
      operation: operation, status: status, project: id, after: after, limit: limit)
  }

  /// Why the last requests of this project were answered as they were.
  public func explain(last count: Int = 1, operation: String? = nil) async throws -> Explanation {
    try await emulator.explain(last: count, operation: operation, project: id)
  }
}
