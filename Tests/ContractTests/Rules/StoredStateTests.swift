import EmuTestSupport
import Testing

/// Every control call that changes stored data leaves a data file that opens again and has the same
/// content. The end of each test opens it: `Tests/Support/Reopening.swift`.
///
/// `AnswerTests` calls the published methods the same way, with a file.
@Suite struct `The data file after a control call` {
  /// Valid calls, each with its body. `FAULT`, `RECORDING` and `RELAY` stand for those that there are.
  static let rows = [
    "POST reset",
    "POST reset {}",
    #"POST reset {"keys":true}"#,
    #"POST reset {"to":"seed"}"#,
    #"POST reset {"projects":["demo-project"]}"#,
    #"POST reset {"projects":["demo-project","unknown"],"keys":true}"#,
    "DELETE report",
    "DELETE projects/demo-project/messages",
    #"POST snapshots {"name":"all"}"#,
    #"POST snapshots {"name":"one","project":"demo-project"}"#,
    "POST snapshots/all:restore",
    "POST snapshots/one:restore",
    "POST snapshots/other:import",
    "DELETE snapshots/all",
    #"POST clock:advance {"seconds":3600}"#,
    #"POST clock:set {"now":"2031-01-01T00:00:00Z","frozen":true}"#,
    "POST clock:freeze",
    "POST clock:reset",
    #"PATCH projects/demo-project/settings {"quotas":"on"}"#,
    #"PATCH projects/new-project/settings {"profile":"production"}"#,
    #"POST projects/demo-project/import?format=ndjson {"localId":"imported","email":"i@x.test"}"#,
    #"POST projects/new-project/import?format=ndjson&tenant=t1 {"localId":"imported"}"#,
    #"POST projects/demo-project/apiKeys {"apiKey":"AIzaA"}"#,
    "DELETE projects/demo-project/accounts",
    "DELETE projects/demo-project/tenants/acme/accounts",
    #"PATCH projects/demo-project/config {"signIn":{"allowDuplicateEmails":true}}"#,
    #"PATCH issuers/oidc.corp {"idTokenLifetimeSeconds":60}"#,
    #"POST faults {"match":{"path":"*/nowhere"},"effect":{"drop":true},"expiresInSeconds":9}"#,
    "DELETE faults",
    "DELETE faults/FAULT",
    "POST recordings",
    "POST recordings/RECORDING:finish",
    "DELETE recordings/RECORDING",
    #"POST scenarios/disabled-user:load {"project":"demo-project"}"#,
    "POST scenarios/disabled-user:run",
    #"POST issuers/oidc.corp/faults {"effect":{"defect":"expired"}}"#,
    "DELETE issuers/oidc.corp/faults",
    "DELETE issuers/oidc.corp/faults/FAULT",
    #"POST issuers/oidc.corp/answers {"answers":[{"claims":{"groups":["admins"]}}]}"#,
    "DELETE issuers/oidc.corp/answers",
    #"POST issuers/apple.com/accounts {"email":"b@x.test"}"#,
    #"PATCH issuers/apple.com/accounts/ann {"hideEmail":true}"#,
    "DELETE issuers/apple.com/accounts/ann",
    #"POST issuers/gc.apple.com/signatures {"bundleId":"com.example.app"}"#,
    #"POST issuers/apple.com/tokens {"account":{"sub":"ann"}}"#,
    #"POST issuers/saml.corp/assertions {"account":{"sub":"ann"}}"#,
    #"POST issuers/oidc.corp/keys:rotate {"retire":true}"#,
    #"POST issuers/apple.com/notifications {"type":"consent-revoked","sub":"ann"}"#,
    #"POST issuers/apple.com/relay {"from":"a@x.test","to":"RELAY"}"#,
    "POST issuers/apple.com/accounts/ann:changePassword {}",
    #"POST scenarios:run {"scenario":{"title":"t","why":"w","steps":[{"call":"GET /"}]}}"#,
    #"""
    POST seed {"version":1,"projects":{"demo-project":{"apiKeys":["AIzaSeed"],
      "settings":{"recentLogin":"on"},"providers":{"google.com":{"clientId":"c1"}},
      "tenants":[{"id":"t1"}],"people":{"google.com":[{"sub":"1","email":"p@x.test"}]},
      "users":[{"localId":"seeded","email":"s@x.test","password":"secret1"}]}},
      "issuers":{"apple.com":{"accounts":[{"sub":"s1","authorizedClients":["c"]}]}}}
    """#,
  ]

  private static func parts(_ row: String) -> (method: EmuHTTP.Method, path: String, body: String) {
    let parts = row.split(separator: " ", maxSplits: 2).map(String.init)
    return (EmuHTTP.Method(rawValue: parts[0]), parts[1], parts.count > 2 ? parts[2] : "")
  }

  @Test(arguments: rows)
  func `the data file has the same content after a control call`(_ row: String) async throws {
    let emulator = try await SampleCalls().emulator
    func made(_ method: EmuHTTP.Method, _ path: String, _ body: String, _ name: String) async
      -> String
    { await emulator.control(method, path, body)[name]?.string ?? "" }
    _ = await emulator.control(
      .post, "issuers/apple.com/tokens",
      #"{"account":{"sub":"ann","email":"ann@x.test"},"clientId":"com.example.app"}"#)
    let relay = await made(
      .patch, "issuers/apple.com/accounts/ann", #"{"hideEmail":true}"#, "relayEmail")
    let fault = await made(
      .post, "issuers/oidc.corp/faults", #"{"effect":{"defect":"expired"},"times":3}"#, "id")
    _ = await emulator.control(.post, "snapshots", #"{"name":"all"}"#)
    _ = await emulator.control(.post, "snapshots", #"{"name":"one","project":"demo-project"}"#)
    _ = await emulator.control(.post, "clock:advance", #"{"seconds":60}"#)
    let recording = await made(.post, "recordings", #"{"project":"other"}"#, "id")
    let (method, path, body) = Self.parts(
      row.replacing("FAULT", with: fault).replacing("RECORDING", with: recording)
        .replacing("RELAY", with: relay))
    var bytes = Array(body.utf8)
    if path.hasSuffix(":import") {
      bytes = await emulator.control(.get, "snapshots/all:export").bytes
    }
    let reply = await emulator.call(method, "/emulator/v1/" + path, bytes: bytes)
    #expect((200..<300).contains(reply.status), "\(reply.text)")
  }

  @Test func `the data file is checked for every operation that may change it`() async throws {
    let lines = try await TestEmulator().description().describedLines.filter {
      $0.method != .get && $0.path.hasPrefix("/emulator/v1/")
    }
    let names = lines.map { $0.operation["summary"]?.string ?? "" }
    let router = Router(zip(lines, names).map { Route($0.method, $0.path, name: $1, true) })
    let checked = Self.rows.compactMap { row -> String? in
      let (method, path, _) = Self.parts(row)
      let match = router.match(method, "/emulator/v1/" + path.prefix { $0 != "?" })
      if case .found(let route, _) = match { return route.name }
      return nil
    }
    #expect(checked.count == Self.rows.count && Set(checked) == Set(names))
  }

  @Test(arguments: [501, 1200])
  func `the data file opens again after a reset of many users`(_ count: Int) async throws {
    let emulator = try await SampleCalls().emulator
    for start in stride(from: 0, to: count, by: 1000) {
      let users = (start..<min(count, start + 1000)).map { number -> JSON in
        ["localId": .string("u\(number)"), "email": .string("u\(number)@x.test")]
      }
      #expect(await emulator.admin("accounts:batchCreate", ["users": .array(users)]).status == 200)
    }
    #expect(await emulator.call(.post, "/emulator/v1/reset", [:]).status == 200)
    #expect(await emulator.client("accounts:signUp").status == 200)
  }
}
