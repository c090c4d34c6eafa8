import EmuServer
import EmuTestSupport
import Synchronization
import Testing

@testable import EmuControl

@Suite final class `control: request log`: EmulatorSuite {
  @discardableResult
  static func send(_ request: Request, _ answer: Answer, to emulator: TestEmulator) -> Response {
    let ticks = Atomic<Int64>(0)
    let middleware = RequestLogMiddleware(
      log: emulator.log, clock: emulator.clock,
      stopwatch: { .microseconds(ticks.wrappingAdd(250, ordering: .relaxed).newValue) })
    return PendingReply(middleware.handle(request) { _ in answer }).response()
  }

  static func request(_ body: String, path: String = "/v1/accounts:signUp") -> Request {
    Request(
      method: .post, path: path, rawQuery: "key=fake", headers: ["Host": "localhost:9099"],
      body: Array(body.utf8))
  }

  static func response(
    _ body: String = "{}", status: Status = .ok, operation: String = "accounts:signUp",
    decisions: [Decision] = []
  ) -> Response {
    var response = Response.json(Array(body.utf8), status: status)
    response.annotations = Annotations(
      operation: operation, project: "demo", unknownFields: ["nick"], decisions: decisions)
    return response
  }

  private func entry(
    _ body: String, _ response: Response = `control: request log`.response(), type: String? = nil,
    in log: TestEmulator? = nil
  ) async -> JSON? {
    var request = Self.request(body)
    request.headers["Content-Type"] = type
    Self.send(request, .ready(response), to: log ?? emulator)
    return await (log ?? emulator).logged().first
  }

  private func path(_ body: String) async throws -> String {
    "requests/" + (try #require(await entry(body)?["id"]?.string))
  }

  @Test(arguments: [false, true])
  func `an answer with decisions names its entry, which reports all`(_ isLater: Bool) async throws {
    let note = Decision(.switch(.recentLogin), .warned, "6 minutes ago")
    let response = Self.response(#"{"localId":"u1"}"#, decisions: [note])
    let later = Answer.later(Deferred { completion in completion { response } })
    let answer = Self.send(
      Self.request(#"{"displayName":"Ada"}"#), isLater ? later : .ready(response), to: emulator)
    let id = try #require(answer.headers["X-Emulator-Explain"])
    let entry = await emulator.control(.get, "requests/\(id)").json
    #expect(
      entry == [
        "id": .string(id), "number": 1, "time": "2027-01-15T08:00:00.000Z",
        "operation": "accounts:signUp",
        "project": "demo", "isOfApp": true, "outcome": "warned", "user": ["localId": "u1"],
        "status": 200, "latencyMicroseconds": 250, "method": "POST",
        "path": "/v1/accounts:signUp?key=fake",
        "headers": [["name": "Host", "value": "localhost:9099"]], "request": ["displayName": "Ada"],
        "response": ["localId": "u1"], "unknownFields": ["nick"],
        "decisions": [["rule": "recentLogin", "outcome": "warned", "reason": "6 minutes ago"]],
        "advice": [
          [
            "text":
              "Sign the person in again (reauthenticate) before this call. The switch recentLogin only warns: set it to on to get the answer of production.",
            "part": "switches", "name": "recentLogin",
          ]
        ], "scenario": "recent-login-required",
      ])
  }

  @Test func `a request is named by its number, its id and the beginning of one`() async throws {
    for body in ["{}", "{}"] { _ = await entry(body) }
    let logged = await emulator.logged()
    #expect(logged.map { $0["number"] } == [2, 1])
    let id = try #require(logged.last?["id"]?.string)
    for name in ["1", id, String(id.dropLast()), String(id.prefix(6))] {
      #expect(await emulator.control(.get, "requests/\(name)")["id"] == .string(id), "\(name)")
    }
    let several = await emulator.control(.get, "requests/0000").expect(400)
    #expect(several.errorMessage?.hasPrefix("2 requests begin with 0000, such as ") == true)
    for name in ["0", "3", "-1", id + "0"] {
      #expect(await emulator.control(.get, "requests/\(name)").status == (name == "0" ? 400 : 404))
    }
  }

  @Test func `an answer without decisions has no header`() async {
    let answer = Self.send(Self.request("{}"), .ready(Self.response()), to: emulator)
    #expect(answer.headers["X-Emulator-Explain"] == nil)
    #expect(await emulator.logged().count == 1)
  }

  @Test func `the log reports nothing of itself and of health`() async {
    for path in ["requests", "requests/x", "requests:stream", "health"] {
      Self.send(
        Self.request("", path: "/emulator/v1/" + path), .ready(Self.response()), to: emulator)
    }
    #expect(await emulator.control(.get, "requests").json == ["requests": []])
  }

  @Test func `the newest comes first, and filters narrow the list`() async {
    for (operation, status) in [
      ("accounts:signUp", Status.ok), ("accounts:delete", .badRequest),
      ("accounts:signUp", .forbidden),
    ] { _ = await entry("{}", Self.response(status: status, operation: operation)) }
    func statuses(_ query: String) async -> [Int64] {
      await emulator.logged(query).compactMap { $0["status"]?.int }
    }
    #expect(await statuses("") == [403, 400, 200])
    #expect(await statuses("?limit=2") == [403, 400])
    #expect(await statuses("?operation=accounts:signUp") == [403, 200])
    #expect(await statuses("?status=4xx") == [403, 400])
    #expect(await statuses("?status=400") == [400])
    #expect(await statuses("?outcome=refused") == [403, 400])
    #expect(await statuses("?outcome=succeeded") == [200])
    #expect(await statuses("?project=nowhere") == [])
    let ids = await emulator.logged().compactMap { $0["id"]?.string }
    #expect(ids == ids.sorted().reversed() && Set(ids).count == 3)
    #expect(await statuses("?after=\(ids[2])") == [403, 400])
    #expect(await statuses("?after=\(ids[0])") == [])
  }

  @Test(arguments: [
    (RequestLog.Limits(count: 3), 10, 0, [9, 8, 7]),
    (RequestLog.Limits(count: 100, bytes: 50_000), 10, 10_000, [9, 8, 7, 6]),
    (RequestLog.Limits(count: 100, bytes: 10), 1, 0, [0]),
  ])
  func `the ring keeps the newest entries`(
    _ limits: RequestLog.Limits, _ count: Int, _ size: Int, _ kept: [Int64]
  ) async throws {
    let emulator = try TestEmulator { $0.logLimits = limits }
    let text = String(repeating: "x", count: size)
    for number in 0..<count { _ = await entry(#"{"n":\#(number),"t":"\#(text)"}"#, in: emulator) }
    #expect(await emulator.logged().compactMap { $0["request"]?["n"]?.int } == kept)
  }

  @Test(arguments: [20_000, 300_000])
  func `a large body is cut, its secrets masked all the same`(_ size: Int) async throws {
    let body =
      #"{"idToken":"secret-token-value","t":"\#(String(repeating: "x", count: size))","password":"hidden-password"}"#
    let entry = await entry(body, Self.response(body))
    for part in ["request", "response"] {
      let text = try #require(entry?[part]?.string)
      #expect(text.hasPrefix(#"{"idToken":"…","t":"xxx"#))
      #expect(text.hasSuffix("bytes in all)") && text.utf8.count < 17_000)
      #expect(!text.contains("hidden-"))
    }
  }

  static let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."
  static let masks: [String: String] = [
    #"{"password":"hunter22"}"#: #"{"password":"…"}"#,
    // The first characters of a long secret are shown, to distinguish two of them.
    #"{"idToken":"abcdefghijklmnopqrstuvwxyz"}"#: #"{"idToken":"abcdef…"}"#,
    #"{"idToken":"\#(token)"}"#: #"{"idToken":"eyJhbG…"}"#,
    #"{"refresh_token":"refresh-token"}"#: #"{"refresh_token":"…"}"#,
    #"{"accessToken":"ya29.abcdef"}"#: #"{"accessToken":"…"}"#,
    #"{"authorizationCode":"c123456789"}"#: #"{"authorizationCode":"…"}"#,
    #"{"pendingToken":"pending-token"}"#: #"{"pendingToken":"…"}"#,
    #"{"oobCode":"abcdefghij"}"#: #"{"oobCode":"…"}"#,
    #"{"users":[{"passwordHash":"fakeHash:salt=a:password=b"}]}"#:
      #"{"users":[{"passwordHash":"fakeHa…"}]}"#,
    #"{"postBody":"id_token=abcdefghij&providerId=apple.com&code=123456789"}"#:
      #"{"postBody":"id_token=…&providerId=apple.com&code=…"}"#,
    #"{"requestUri":"http://localhost/?code=123456789&state=s#access_token=abcdefgh"}"#:
      #"{"requestUri":"http://localhost/?code=…&state=s#access_token=…"}"#,
    #"{"error":{"code":400,"message":"bad \#(token) here"}}"#:
      #"{"error":{"code":400,"message":"bad eyJhbG… here"}}"#,
    #"{"email":"a@b.c","returnSecureToken":true}"#:
      #"{"email":"a@b.c","returnSecureToken":true}"#,
    // Not JSON: secrets are masked as far as they can be recognised.
    #"{"password":"hunter22","#: #""{\"password\":\"…\",""#,
    #"{"error":{"code":400,"idToken" : "abcdefghij","#:
      #""{\"error\":{\"code\":400,\"idToken\" : \"…\",""#,
  ]

  @Test(arguments: masks)
  func `secrets are masked in the request log`(_ body: String, _ shown: String) async {
    let entry = await entry(body, Self.response(body))
    #expect(entry?["request"]?.serialized() == shown)
    #expect(entry?["response"]?.serialized() == shown)
  }

  @Test func `secrets are shown in the request log on request`() async throws {
    let emulator = try TestEmulator { $0.logsSecrets = true }
    let body = #"{"password":"hunter22","idToken":"\#(Self.token)"}"#
    #expect(await entry(body, in: emulator)?["request"]?.serialized() == body)
  }

  static let documents: [(type: String, body: String, shown: JSON)] = [
    ("application/yaml", "a:\n  password: hunter22\n  b: 1\n", ["a": ["password": "…", "b": 1]]),
    ("application/yaml", "password: hunter22, x\na: &x 1\n", "password: …\na: &x 1\n"),
    ("application/json", "{password: 'hunter22', a: 1", "{password: …, a: 1"),
    ("application/json", "{'password': hunter22}", "{'password': …}"),
    ("application/json", #"{"password":'hunter22',"a":"#, #"{"password":…,"a":"#),
    ("application/x-www-form-urlencoded", #"{"password":"hunter22&x=y"}"#, ["password": "…"]),
    ("application/x-www-form-urlencoded", "// c\n{password: 'hunter22'}", ["password": "…"]),
    ("application/json", #"{"code":"hunter22","message":"x"}"#, ["code": "…", "message": "x"]),
    ("application/x-www-form-urlencoded", "a=1&pass%77ord=hunter22", "a=1&pass%77ord=…"),
    ("application/x-www-form-urlencoded", "a=b&refresh_token=abcdefghij", "a=b&refresh_token=…"),
    ("text/plain", "password: hunter22", "password: …"),
    ("text/plain", "- \"password\": \"hunter22\"\n- b", "- \"password\": …\n- b"),
    (
      "application/octet-stream", "ann,ann@x.test,false,hunter22",
      "(a file of 29 bytes; start with --log-secrets to have it here)"
    ),
  ]

  @Test(arguments: documents)
  func `secrets of other bodies are masked`(_ type: String, _ body: String, _ shown: JSON) async {
    #expect(await entry(body, type: type)?["request"] == shown)
  }

  @Test(arguments: ["text/csv", "application/x-www-form-urlencoded", "application/json", ""])
  func `the hashes of a file are masked in the request log, whatever its type`(type: String) async {
    let commas = String(repeating: ",", count: 25)
    let file = Array("ann,ann@x.test,false,aGFzaA==,c2FsdA==,\(commas)".utf8)
    for call in [
      "projects/demo/import", "snapshots/ready:import", "projects/demo/imports", "seed",
    ] {
      let path = "/emulator/v1/" + call
      _ = await emulator.call(.post, path, bytes: file, headers: ["Content-Type": type])
      let entry = await emulator.logged("?limit=1").first
      #expect(
        entry?["request"] == "(a file of 64 bytes; start with --log-secrets to have it here)")
    }
  }

  @Test func `the code of an error is shown in the request log`() async {
    _ = await emulator.importing(#"{"localId":"ann","email":"x"}"#)
    let entry = await emulator.logged("?limit=1").first
    entry.expect(["response.refusals.0.code": "INVALID_VALUE", "masked": nil])
  }

  @Test func `an entry of the request log retains no connection`() {
    final class Client: RequestClient { let hasDisconnected = false }
    var request = Self.request("{}")
    request.client = Client()
    let entry = LoggedRequest(
      number: 0, ids: nil, time: TestEmulator.start, latencyMicroseconds: 0, request: request,
      response: Self.response())
    #expect(entry.request.client == nil)
  }

  @Test func `an entry can be had as a curl command`() async throws {
    var request = Self.request(#"{"displayName":"O'Hara"}"#)
    request.headers.add("Content-Type", "application/json")
    request.headers.add("Authorization", "Bearer abcdefghij")
    request.headers.add("Content-Length", "25")
    Self.send(request, .ready(Self.response()), to: emulator)
    let path = "requests/" + (try #require(await emulator.logged().first?["id"]?.string))
    func command(_ token: String) -> String {
      #"curl --globoff -X 'POST' 'http://localhost:9099/v1/accounts:signUp?key=fake' "#
        + #"-H 'Content-Type: application/json' -H 'Authorization: Bearer \#(token)' "#
        + #"--data-raw '{"displayName":"O'\''Hara"}'"# + "\n"
    }
    #expect(
      await emulator.control(.get, "\(path)?format=curl").text == command("…")
        + "# Passwords and tokens are masked with …, so this is not the request that was made. The whole: "
        + "GET /emulator/v1/\(path)?format=curl&secrets=true\n")
    let whole = await emulator.control(.get, "\(path)?format=curl&secrets=true").text
    #expect(whole == command("abcdefghij"))
    #expect(await emulator.control(.get, "\(path)?format=xml").status == 400)
  }

  static let maskedBodies: [(String, Bool)] = [
    (#"{"displayName":"Ann"}"#, false), (#"{"password":"hunter22"}"#, true),
    (#"{"idToken":"\#(token)"}"#, true), (#"{"displayName":"\#(token)"}"#, true),
    (#"{"postBody":"providerId=google.com&access_token=abcdefghijkl"}"#, true),
    (#"{"password":"#, false), ("", false),
  ]

  @Test(arguments: maskedBodies)
  func `an entry and its curl command say if masked`(body: String, isMasked: Bool) async throws {
    let path = try await path(body)
    #expect(await emulator.logged().first?["masked"] == (isMasked ? true : nil))
    #expect((await emulator.control(.get, "\(path)?secrets=true"))["masked"] == nil)
    let masked = await emulator.control(.get, "\(path)?format=curl").text
    #expect(masked.contains("\n# Passwords and tokens are masked") == isMasked)
    let whole = await emulator.control(.get, "\(path)?format=curl&secrets=true").text
    // A body without a type gets an empty one: curl would declare it a form.
    let words = body.isEmpty ? "" : " -H 'Content-Type:' --data-raw '\(body)'"
    #expect(
      whole
        == "curl --globoff -X 'POST' 'http://localhost:9099/v1/accounts:signUp?key=fake'\(words)\n")
  }

  @Test func `a curl command for a body that the log has cut is refused`() async throws {
    let body = #"{"displayName":"\#(String(repeating: "a", count: 300_000))"}"#
    let refused = await emulator.control(.get, try path(body) + "?format=curl&secrets=true")
    #expect(refused.errorMessage?.contains("no command repeats it") == true, "\(refused.text)")
  }

  @Test func `the log distinguishes an app's requests from those of tools and controls`() async {
    let path = "/v1/projects/demo-project/accounts:lookup"
    func lookup(_ tool: String?) async {
      var headers: Headers = ["Authorization": "Bearer owner"]
      headers["X-Emulator-Tool"] = tool
      _ = await emulator.call(.post, path, ["localId": ["x"]], headers: headers)
    }
    _ = await emulator.client("accounts:signUp")
    await lookup(nil)
    await lookup("kit")
    await lookup("console")
    _ = await emulator.control(.post, "clock:advance", #"{"seconds":1}"#)
    // Tools poll.
    for tool in ["kit", "command"] {
      _ = await emulator.call(.get, "/emulator/v1/clock", headers: ["X-Emulator-Tool": tool])
    }
    for path in ["/emulator/openapi.json", "/emulators", "/llms.txt"] {
      _ = await emulator.call(.get, path)
    }
    func operations(_ query: String) async -> [String] {
      await emulator.logged(query).map {
        "\($0["operation"]?.string ?? "") \($0["isOfApp"] == true)"
      }
    }
    #expect(await operations("?app=true") == ["accounts:lookup true", "accounts:signUp true"])
    #expect(await operations("?app=false").allSatisfy { $0.hasSuffix(" false") })
    #expect(await operations("?app=false").count == 6)
    #expect(await operations("").count == 8)
  }

  @Test func `an entry can be had as a report to paste`() async throws {
    let reply = await emulator.signIn("ann@example.com", "hunter22")
    let id = try #require(reply.headers["X-Emulator-Explain"])
    let text = await emulator.control(.get, "requests/\(id)?format=text").text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines[0]
        == "POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=fake-key "
        + "(accounts:signInWithPassword) in demo-project")
    #expect(lines[1].hasPrefix("400 Bad Request, 2027-01-15T08:00:00"))
    #expect(lines[3] == "Why")
    #expect(lines[4].hasPrefix("- ") && lines[4].contains(" refused: "))
    #expect(text.contains("EMAIL_NOT_FOUND"))
    #expect(!text.contains("hunter22"))
    _ = await emulator.client("accounts:signUp", ["unheard": 1])
    let newest = await emulator.logged("?limit=1").first?["id"]?.string
    let other = await emulator.control(.get, "requests/\(newest ?? "")?format=text").text
    #expect(other.contains("\nUnknown fields: unheard\n"))
  }

  @Test(arguments: [
    ("'\u{301}; touch /tmp/x; '\u{301}", "''\\''\u{301}; touch /tmp/x; '\\''\u{301}'"),
    ("'", #"''\''"# + "'"), ("it's 'so'", #"'it'\''s '\''so'\''"# + "'"),
    ("a'\u{200D}b\u{1B}\\", #"$'a\'\342\200\215b\033\\'"#),
  ]) func `no text breaks out of a curl command`(_ text: String, _ word: String) async throws {
    let command = await emulator.control(.get, try path(text) + "?format=curl").text
    #expect(Array(command.utf8).suffix(word.utf8.count + 1) == Array("\(word)\n".utf8)[...])
  }

  @Test func `a secret is masked, whatever its first characters`() async {
    var request = Self.request("a=1&\u{301}=2&password=\u{301}hunter22")
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    request.rawQuery = "?\u{301}=1&oobCode=\u{301}abcdefghij"
    Self.send(request, .ready(Self.response()), to: emulator)
    let entry = await emulator.control(.get, "requests").text
    #expect(!entry.contains("nter22") && !entry.contains("fghij"), "\(entry)")
  }
}
