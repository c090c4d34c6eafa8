import EmuStore
import EmuTestSupport
import EmuThread
import Testing

/// A thread that answers requests never waits for the writer. Otherwise 64 connections with new
/// projects would block all requests.
@Suite struct `The writer` {
  /// Returns each operation, with the valid body of the description if there is one.
  private static func operations(
    of emulator: TestEmulator
  ) async throws -> [(method: EmuHTTP.Method, path: String, body: JSON)] {
    let document = await emulator.get("/emulator/openapi.json").json
    return try #require(document["paths"]?.object).flatMap { path in
      (path.value.object ?? [:]).map { method in
        (
          Method(rawValue: method.key.uppercased()), path.key,
          method.value["requestBody"]?["content"]?["application/json"]?["example"] ?? [
            "email": "ada@example.com", "password": "secret1", "idToken": "x",
          ]
        )
      }
    }
  }

  private static func request(
    _ method: EmuHTTP.Method, _ path: String, _ body: JSON, project: String
  ) -> Request {
    var path = path
    for (name, value) in [("issuer", "apple.com"), ("project", project), ("tenant", "t1")] {
      path = path.replacing("{\(name)}", with: value)
    }
    path = path.replacing(/\{\w+\}/, with: "none")
    return Request(
      method: method, path: path,
      rawQuery: "key=emulator-\(project)&project=\(project)&emulator_project=\(project)"
        + "&client_id=c&redirect_uri=http://localhost/&response_type=code&state=s",
      headers: [
        "Host": "localhost:9099", "Content-Type": "application/json",
        "Authorization": path.contains("/projects/") ? "Bearer owner" : "",
      ], body: method == .get ? [] : body.serializedBytes())
  }

  /// Runs a closure on another thread; returns true if it ends in time.
  private static func ends(_ body: @escaping @Sendable () -> Void) throws -> Bool {
    let isDone = Monitor(false)
    let thread = try SystemThread {
      body()
      isDone.update { $0 = true }
    }
    thread.detach()
    let end = ContinuousClock.now + .seconds(60)
    return isDone.wait(until: { $0 }, before: { _ in end }, then: { $0 })
  }

  /// - Returns: the thread that waited, if any.
  private static func wait(of request: Request, at emulator: TestEmulator) throws -> String? {
    let pending = Monitor<PendingReply?>(nil)
    let first = emulator.occupyWriter()
    let hasReturned = try ends {
      let reply = PendingReply(emulator, request)
      pending.update { $0 = reply }
    }
    first.update { $0 = true }
    guard hasReturned, let reply = pending.withLock({ $0 }) else { return "the handler" }
    reply.waitUntilArrived()
    let second = emulator.occupyWriter()
    defer { second.update { $0 = true } }
    return try ends { _ = reply.response() } ? nil : "the making of the answer"
  }

  @Test func `the writer never blocks the threads that answer`() async throws {
    let emulator = try TestEmulator(isStored: true, isReopened: false)
    var operations = try await Self.operations(of: emulator)
    operations.append((.post, "/emulator/v1/reset", ["keys": true]))
    #expect(operations.count > 300)
    for (index, operation) in operations.enumerated() {
      let request = Self.request(
        operation.method, operation.path, operation.body, project: "new-\(index)")
      let waiting = try Self.wait(of: request, at: emulator)
      #expect(waiting == nil, "\(operation.method) \(operation.path)")
    }
  }
}

extension TestEmulator {
  /// Occupies the writer until the gate opens.
  func occupyWriter() -> Monitor<Bool> {
    let gate = Monitor(false)
    store.write { _ in
      gate.wait(until: { $0 }, then: { _ in })
      return {}
    } failure: { _ in
    }
    return gate
  }
}
