import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

/// Every control call that changes stored data leaves a data file that opens again and has the same
/// content. The end of each test opens it: `Tests/Support/Reopening.swift`.
///
/// `AnswerTests` calls the published methods the same way, with a file.
@Suite struct `The data file after a control call` {
  /// A valid call of an operation.
  struct Row: Sendable, CustomTestStringConvertible {
    /// The operation's name in `/emulator/openapi.json`.
    var operation: String
    var method: EmuHTTP.Method
    var path: String
    var body: JSON?

    var testDescription: String { "\(operation) \(body?.serialized() ?? "")" }

    init(
      _ operation: String, _ method: EmuHTTP.Method, _ path: String, _ body: JSON? = nil
    ) {
      self.operation = operation
      self.method = method
      self.path = "/emulator/v1/" + path
      self.body = body
    }
  }

  static let rows: [Row] = [
    Row("reset", .post, "reset"),
    Row("reset", .post, "reset", [:]),
    Row("reset", .post, "reset", ["keys": true]),
    Row("reset", .post, "reset", ["to": "seed"]),
    Row("reset", .post, "reset", ["projects": ["demo-project"]]),
    Row("reset", .post, "reset", ["projects": ["demo-project", "unknown"], "keys": true]),
    Row("report", .delete, "report"),
    Row("emulator.messages:delete", .delete, "projects/demo-project/messages"),
    Row("seed", .post, "seed", seed),
    Row("snapshots", .post, "snapshots", ["name": "all"]),
    Row("snapshots", .post, "snapshots", ["name": "one", "project": "demo-project"]),
    Row("snapshots/{snapshot}:restore", .post, "snapshots/all:restore"),
    Row("snapshots/{snapshot}:restore", .post, "snapshots/one:restore"),
    Row("snapshots/{snapshot}:import", .post, "snapshots/other:import"),
    Row("snapshots/{snapshot}", .delete, "snapshots/all"),
    Row("clock:advance", .post, "clock:advance", ["seconds": 3600]),
    Row("clock:set", .post, "clock:set", ["now": "2031-01-01T00:00:00Z", "frozen": true]),
    Row("clock:freeze", .post, "clock:freeze"),
    Row("clock:reset", .post, "clock:reset"),
    Row("projects/{project}/settings", .patch, "projects/demo-project/settings", ["quotas": "on"]),
    Row(
      "projects/{project}/import", .post, "projects/demo-project/import?format=ndjson",
      ["localId": "imported", "email": "imported@x.test"]),
    Row(
      "projects/{project}/import", .post, "projects/new-project/import?format=ndjson&tenant=t1",
      ["localId": "imported"]),
    Row(
      "projects/{project}/settings", .patch, "projects/new-project/settings",
      ["profile": "production"]),
    Row("projects/{project}/apiKeys", .post, "projects/demo-project/apiKeys", ["apiKey": "AIzaA"]),
    Row("emulator.accounts:delete", .delete, "projects/demo-project/accounts"),
    Row("emulator.accounts:delete", .delete, "projects/demo-project/tenants/acme/accounts"),
    Row(
      "emulator.config:update", .patch, "projects/demo-project/config",
      ["signIn": ["allowDuplicateEmails": true]]),
    Row(
      "issuers.update", .patch, "issuers/oidc.corp", ["idTokenLifetimeSeconds": 60]),
    Row(
      "faults", .post, "faults",
      ["match": ["path": "*/nowhere"], "effect": ["drop": true], "expiresInSeconds": 9]),
    Row("faults", .delete, "faults"),
    Row("faults/{fault}", .delete, "faults/{fault}"),
    Row("recordings", .post, "recordings"),
    Row("recordings/{recording}:finish", .post, "recordings/{recording}:finish"),
    Row("recordings/{recording}", .delete, "recordings/{recording}"),
    Row(
      "scenarios/{scenario}:load", .post, "scenarios/disabled-user:load",
      ["project": "demo-project"]),
    Row("scenarios/{scenario}:run", .post, "scenarios/disabled-user:run"),
    Row(
      "scenarios:run", .post, "scenarios:run",
      ["scenario": ["title": "t", "why": "w", "steps": [["call": "GET /emulator/v1/health"]]]]),
    Row(
      "issuers.faults.create", .post, "issuers/oidc.corp/faults",
      ["effect": ["defect": "expired"]]),
    Row("issuers.faults.clear", .delete, "issuers/oidc.corp/faults"),
    Row("issuers.faults.delete", .delete, "issuers/oidc.corp/faults/{fault}"),
    Row(
      "issuers.answers.create", .post, "issuers/oidc.corp/answers",
      ["answers": [["claims": ["groups": ["admins"]]]]]),
    Row("issuers.answers.clear", .delete, "issuers/oidc.corp/answers"),
    Row("issuers.accounts.create", .post, "issuers/apple.com/accounts", ["email": "b@x.test"]),
    Row("issuers.accounts.update", .patch, "issuers/apple.com/accounts/ann", ["hideEmail": true]),
    Row("issuers.accounts.delete", .delete, "issuers/apple.com/accounts/ann"),
    Row(
      "issuers.gameCenter.signatures", .post, "issuers/gc.apple.com/signatures",
      ["bundleId": "com.example.app"]),
    Row("issuers.tokens", .post, "issuers/apple.com/tokens", ["account": ["sub": "ann"]]),
    Row(
      "issuers.assertions", .post, "issuers/saml.corp/assertions", ["account": ["sub": "ann"]]),
    Row("issuers.keys:rotate", .post, "issuers/oidc.corp/keys:rotate", ["retire": true]),
    Row(
      "issuers.notifications", .post, "issuers/apple.com/notifications",
      ["type": "consent-revoked", "sub": "ann"]),
    Row("issuers.relay", .post, "issuers/apple.com/relay", ["from": "a@x.test", "to": "{relay}"]),
    Row(
      "issuers.accounts:changePassword", .post, "issuers/apple.com/accounts/ann:changePassword",
      [:]),
  ]

  private static let seed: JSON = [
    "version": 1,
    "projects": [
      "demo-project": [
        "apiKeys": ["AIzaSeed"], "settings": ["recentLogin": "on"],
        "providers": ["google.com": ["clientId": "c1"]], "tenants": [["id": "t1"]],
        "people": ["google.com": [["sub": "1", "email": "p@x.test"]]],
        "users": [["localId": "seeded", "email": "s@x.test", "password": "secret1"]],
      ]
    ],
    "issuers": ["apple.com": ["accounts": [["sub": "s1", "authorizedClients": ["c"]]]]],
  ]

  /// Creates an emulator with a data file, in which every row has something to change.
  private static func emulator() async throws -> (TestEmulator, fault: String, relay: String) {
    let emulator = try await SampleCalls().emulator
    func call(_ method: EmuHTTP.Method, _ path: String, _ body: JSON) async -> Reply {
      await emulator.call(method, "/emulator/v1/" + path, body)
    }
    _ = await call(
      .post, "issuers/apple.com/tokens",
      ["account": ["sub": "ann", "email": "ann@x.test"], "clientId": "com.example.app"])
    let hidden = await call(.patch, "issuers/apple.com/accounts/ann", ["hideEmail": true])
    let fault = await call(
      .post, "issuers/oidc.corp/faults", ["effect": ["defect": "expired"], "times": 3])
    _ = await call(.post, "snapshots", ["name": "all"])
    _ = await call(.post, "snapshots", ["name": "one", "project": "demo-project"])
    _ = await call(.post, "clock:advance", ["seconds": 60])
    return (
      emulator, fault: fault["id"]?.string ?? "", relay: hidden["relayEmail"]?.string ?? ""
    )
  }

  @Test(arguments: rows)
  func `the data file opens again with the same content after a control call`(_ row: Row)
    async throws
  {
    let (emulator, fault, relay) = try await Self.emulator()
    let body = row.body.map { body in
      body["to"] == "{relay}" ? ["from": "a@x.test", "to": .string(relay)] : body
    }
    let recording =
      await emulator.control(
        .post, "recordings", #"{"project":"other"}"#)["id"]?.string ?? ""
    let path = row.path.replacing("{fault}", with: fault).replacing("{recording}", with: recording)
    let reply: Reply
    if path.hasSuffix(":import") {
      let file = await emulator.control(.get, "snapshots/all:export").bytes
      reply = await emulator.call(row.method, path, bytes: file)
    } else {
      reply = await emulator.call(row.method, path, body)
    }
    #expect((200..<300).contains(reply.status), "\(reply.json.serialized())")
  }

  @Test func `the data file is checked for every operation that may change it`() async throws {
    let operations = try await ServedOperation.all(TestEmulator())
    let changing = operations.filter { operation in
      operation.lines.contains { !$0.hasPrefix("GET ") && $0.contains(" /emulator/v1/") }
    }
    #expect(Set(changing.map(\.name)) == Set(Self.rows.map(\.operation)))
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
