import EmuOutbound
import EmuServer
import EmuStore
import EmuTestSupport
import EmuThread
import Testing

@Suite final class `Faults: what surrounds an answer`: EmulatorSuite {
  @Test func `a browser may read an answer that a fault has replaced`() async throws {
    try await emulator.fault(["effect": ["rateLimit": [:]]])
    let reply = await emulator.post(
      "/v1/accounts:lookup?key=k", [:], headers: ["Origin": "http://localhost:3000"])
    #expect(reply.status == 429)
    #expect(reply.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
    #expect(reply.headers["Access-Control-Expose-Headers"] == "X-Emulator-Explain")
    // A preflight is not a request to a route.
    let preflight = await emulator.call(
      .options, "/v1/accounts:lookup", headers: ["Origin": "http://localhost:3000"])
    #expect(preflight.status == 204)
  }

  @Test(arguments: ["console", "command", "kit"])
  func `a tool of the emulator meets no fault of an app`(_ tool: String) async throws {
    try await emulator.fault(["effect": ["status": 503], "times": 1])
    let path = "/v1/projects/demo-project/accounts"
    let headers: Headers = ["Authorization": "Bearer owner", "X-Emulator-Tool": tool]
    await emulator.post(path, ["localId": "ann"], headers: headers).expect()
    #expect(await emulator.client("accounts:signUp").status == 503)
    #expect(await emulator.client("accounts:signUp").status == 200)
  }

  @Test(arguments: [["status": 503], ["drop": true], ["malformed": true]] as [JSON])
  func `the log shows a request with the fault that it met`(_ effect: JSON) async throws {
    let id = try await emulator.fault(["effect": effect])
    let reply = await emulator.client("accounts:signUp", ["email": "a@example.com"])
    let entry = try #require(await emulator.get("/emulator/v1/requests?limit=1")["requests"]?[0])
    entry.expect([
      "operation": "accounts:signUp", "project": "demo-project", "request.email": "a@example.com",
      "status": .int(Int64(reply.status)), "decisions.0.rule": "fault",
    ])
    let reason = entry["decisions"]?[0]?["reason"]?.string ?? ""
    #expect(reason.contains("The fault \(id) was set: "), "\(reason)")
    #expect(
      reason.hasSuffix("GET /emulator/v1/faults lists the faults that are left."), "\(reason)")
    #expect(reply.headers["X-Emulator-Explain"] == entry["id"]?.string)
  }

  @Test func `a late answer occupies no thread, and its work is done immediately`() async throws {
    try await emulator.fault([
      "match": ["operation": "accounts:signUp"], "effect": ["delayMilliseconds": 60_000],
    ])
    let request = Request(
      method: .post, path: "/v1/accounts:signUp", rawQuery: "key=k",
      headers: ["Host": "localhost"],
      body: Array(#"{"email":"ann@example.com","password":"secret1"}"#.utf8))
    // Creating the project first would delay the work.
    _ = try emulator.currentProject()
    // Returns immediately, although the answer is delayed by a minute.
    let pending = PendingReply(emulator, request)
    // The writer applies changes in sequence.
    try emulator.store.write { _ in }
    let found = await emulator.admin("accounts:lookup", ["email": ["ann@example.com"]])
    #expect(found["users"]?.array?.count == 1)
    #expect(!pending.hasArrived)
    // Closing releases every delayed answer.
    emulator.emulator.workers.alarms.close()
    #expect(pending.reply().status == 200)
  }

  @Test func `a dropped connection is closed, and the next one is answered`() async throws {
    let emulator = try TestEmulator { $0.port = 0 }
    let url = try emulator.emulator.start().url
    try await emulator.fault(["effect": ["drop": true], "times": 1])
    let lookup = "\(url)/v1/accounts:lookup?key=k"
    let client = OutboundClient()
    defer { client.close() }
    func post() async -> Result<OutboundResponse, OutboundError> {
      await passedValue { completion in
        client.send(OutboundRequest(.post, lookup, body: Array("{}".utf8)), completion: completion)
      }
    }
    await #expect(throws: OutboundError.self) { try await post().get() }
    #expect(try await post().get().status == .badRequest)
  }
}
