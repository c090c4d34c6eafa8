import EmuServer
import EmuTestSupport
import Synchronization
import Testing

@testable import EmuControl

@Suite final class `control: what the console reads`: EmulatorSuite {
  @Test func `a brief log has the message of a refusal in place of bodies`() async throws {
    _ = await emulator.client("accounts:signUp", ["email": "x"])
    _ = await emulator.client("accounts:signUp")
    let log = await emulator.logged("?bodies=false")
    try #require(log.count == 2)
    #expect(log[0]["error"] == nil)
    #expect(log[1]["error"] == "MISSING_PASSWORD")
    for entry in log { #expect(entry["request"] == nil && entry["response"] == nil) }
    let whole = await emulator.logged().first
    #expect(whole?["response"] != nil && whole?["error"] == nil)
  }

  @Test func `a refused request names the address or number that it was sent for`() async throws {
    _ = await emulator.signIn("ann@example.com")
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let log = await emulator.logged("?bodies=false")
    try #require(log.count == 2)
    #expect(log[0]["user"] == ["phoneNumber": "+15555550100"])
    #expect(log[1]["user"] == ["email": "ann@example.com"])
  }

  @Test func `the log has outcome, code, user and provider as members`() async throws {
    let uid = await emulator.signUp("ann@example.com")["localId"] ?? .null
    await emulator.signIn("facebook.com", claims: ["sub": "f1", "email": "ann@example.com"])
      .expect(["needConfirmation": true])
    _ = await emulator.signUp("ann@example.com")
    _ = await emulator.signIn("ann@example.com")
    let log = await emulator.logged()
    try #require(log.count == 4)
    #expect(log.map { $0["outcome"] } == ["succeeded", "refused", "refused", "succeeded"])
    #expect(log.map { $0["code"] } == [nil, "EMAIL_EXISTS", "needConfirmation", nil])
    #expect(log.map { $0["user"]?["email"] } == Array(repeating: "ann@example.com", count: 4))
    let signIn = log[0]["decisions"]?.array?.first { $0["method"] != nil }
    #expect(signIn?["method"] == "password" && signIn?["localId"] == uid)
    let linking = log[2]["decisions"]?.array?.first { $0["rule"] == "linking" }
    #expect(linking?["localId"] == uid && linking?["providerId"] == "facebook.com")
    let refused = await emulator.logged("?outcome=refused")
    #expect(refused.map { $0["id"] } == [log[1]["id"], log[2]["id"]])
    _ = await emulator.signIn("ann@example.com", "wrong")
    let wrong = await emulator.logged("?limit=1").first
    #expect(wrong?["decisions"]?.array?.contains { $0["localId"] == uid } == true)
  }

  @Test func `older requests are read by the id of the last one that was read`() async {
    for _ in 1...5 { _ = await emulator.client("accounts:signUp") }
    var ids: [String] = []
    var query = ""
    repeat {
      let page = await emulator.logged("?limit=2" + query)
      guard let last = page.last?["id"]?.string else { break }
      ids += page.compactMap { $0["id"]?.string }
      query = "&before=\(last)"
    } while ids.count < 10
    #expect(ids.count == 5 && Set(ids).count == 5)
    let all = await emulator.logged()
    #expect(ids == all.compactMap { $0["id"]?.string })
  }

  @Test func `projects are listed with all their tenants`() async {
    let tenants = (100...250).map { "t\($0)" }
    let written = tenants.reversed().map { #"{id: "\#($0)"}"# }.joined(separator: ", ")
    _ = await emulator.control(
      .post, "seed", "{version: 1, projects: {b: {tenants: [\(written)]}, a: {users: []}}}")
    let projects = await emulator.control(.get, "projects")["projects"]?.array ?? []
    #expect(
      projects.filter { $0["id"] != "demo-project" } == [
        ["id": "a", "tenants": []],
        ["id": "b", "tenants": .array(tenants.map(JSON.string))],
      ])
  }

  // MARK: projects/{project}/userCounts

  @Test func `the counts are of the project and each tenant, also a disabled one`() async throws {
    _ = await emulator.seed(
      Seed.of(
        "demo",
        #"tenants:[{id:"b",disableAuth:true},{id:"a"}],users:[{localId:"1"},{localId:"2"},{localId:"3",tenantId:"b"}]"#
      ))
    #expect(
      await emulator.control(.get, "projects/demo/userCounts").json
        == ["users": 2, "tenants": [["id": "a", "users": 0], ["id": "b", "users": 1]]])
  }

  @Test func `the counts of an unknown project are zero, and it is not created`() async throws {
    #expect(
      await emulator.control(.get, "projects/unknown/userCounts").json
        == ["users": 0, "tenants": []])
    let listed = await emulator.control(.get, "projects")["projects"]
    #expect(listed?.array?.contains { $0["id"] == "unknown" } == false)
  }
}

@Suite final class `control: stream of requests`: EmulatorSuite {
  private typealias Log = `control: request log`

  private static func open(
    _ emulator: TestEmulator, after last: String? = nil,
    wake: @escaping @Sendable () -> Void = {}
  ) async throws -> ResponseStream.Source {
    var headers: Headers = ["Host": emulator.host]
    headers["Last-Event-ID"] = last
    let response = await emulator.answer(
      Request(method: .get, path: "/emulator/v1/requests:stream", headers: headers))
    #expect(response.headers["Content-Type"]?.hasPrefix("text/event-stream") == true)
    guard case .stream(let stream) = response.body else {
      Issue.record("the answer is no stream")
      return ResponseStream.Source { .end }
    }
    return stream.open(wake: wake)
  }

  private static func text(_ chunk: ResponseStream.Chunk) -> String {
    guard case .bytes(let bytes) = chunk else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `the stream reports each new request until the client disconnects`() async throws {
    let wakes = Atomic<Int>(0)
    let source = try await Self.open(emulator) { wakes.wrappingAdd(1, ordering: .relaxed) }
    #expect(Self.text(source.next()) == ": connected\n\n")
    Log.send(Log.request(#"{"password":"hunter22"}"#), .ready(Log.response()), to: emulator)
    #expect(wakes.load(ordering: .relaxed) == 1)
    let lines = Self.text(source.next()).split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0] == "event: request" && lines[1].hasPrefix("id: "))
    let data = try JSON(parsing: String(lines[2].dropFirst("data: ".count)))
    #expect(data["request"] == ["password": "…"])
    source.close()
    Log.send(Log.request("{}"), .ready(Log.response()), to: emulator)
    #expect(wakes.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: [(1, 2), (3, 0), (nil, 3)])
  func `a stream begins after the client's last request`(_ last: Int?, _ missed: Int) async throws {
    for _ in 0..<3 { Log.send(Log.request("{}"), .ready(Log.response()), to: emulator) }
    let ids = await emulator.logged().reversed().compactMap { $0["id"]?.string }
    try #require(ids.count == 3)
    // The id of an earlier process precedes all requests of this one.
    let source = try await Self.open(emulator, after: last.map { ids[$0 - 1] } ?? "earlier")
    defer { source.close() }
    Log.send(Log.request("{}"), .ready(Log.response()), to: emulator)
    let sent = Self.text(source.next()).split(separator: "\n").filter { $0.hasPrefix("id: ") }
    #expect(sent.dropLast() == ids.suffix(missed).map { "id: \($0)" }[...])
    #expect(sent.count == missed + 1)
  }

  @Test func `two streams share a rendered event`() {
    let events = Mutex<[LoggedEvent]>([])
    for _ in 0..<2 {
      _ = emulator.log.listen(from: .max) { event in
        if let event { events.withLock { $0.append(event) } }
        return true
      }
    }
    Log.send(Log.request("{}"), .ready(Log.response()), to: emulator)
    let received = events.withLock { $0 }
    #expect(received.count == 2 && received[0] === received[1])
  }

  @Test func `a stream whose client has left ends when another begins`() async throws {
    let calls = Atomic<Int>(0)
    _ = emulator.log.listen(from: .max) { event in
      calls.wrappingAdd(1, ordering: .relaxed)
      return event != nil
    }
    let source = try await Self.open(emulator)
    defer { source.close() }
    Log.send(Log.request("{}"), .ready(Log.response()), to: emulator)
    #expect(calls.load(ordering: .relaxed) == 1)
  }
}

@Suite struct `control: request printing` {
  @Test(arguments: [
    ("/emulator/v1/health", [:], nil), ("/emulator/v1/requests", [:], nil),
    ("/emulator/v1/clock", ["X-Emulator-Tool": "console"], nil),
    ("/emulator/v1/clock", [:], 200),
    ("/emulator/v1/health", ["Host": "evil.example.com"], 403),
    ("/emulator/v1/requests/none", [:], 404),
  ])
  func `what is not logged is printed when refused`(
    path: String, headers: [String: String], printed: Int?
  ) async throws {
    let lines = Mutex<[Int]>([])
    let emulator = try TestEmulator { configuration in
      configuration.requestPrinter = RequestPrinter(
        decisions: { _ in true }, print: { line in lines.withLock { $0.append(line.status) } })
    }
    var request = Request(method: .get, path: path, headers: ["Host": emulator.host])
    for (name, value) in headers { request.headers[name] = value }
    _ = await emulator.answer(request)
    #expect(lines.withLock { $0 } == [printed].compactMap { $0 })
  }
}
