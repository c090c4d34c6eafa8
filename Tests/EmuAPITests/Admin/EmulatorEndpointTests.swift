import EmuServer
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `The official emulator's own calls`: EmulatorSuite {
  private let config = "/emulator/v1/projects/demo-project/config"
  private let accounts = "/emulator/v1/projects/demo-project/accounts"

  @Test func `the official emulator's own calls wipe the users of one project`() async throws {
    func countOfTenant() async -> JSON {
      await emulator.admin("accounts:query", ["returnUserInfo": false], tenant: "t").json
    }
    _ = try await emulator.signUp()
    _ = await emulator.admin("accounts", ["email": "a@b.c"], tenant: "t")
    let reply = await emulator.call(.delete, accounts)
    #expect(reply.status == 200)
    #expect(reply.json == [:])
    #expect(await emulator.userCount() == 0)
    #expect(await countOfTenant() == ["recordsCount": "1"])
    _ = await emulator.call(.delete, "/emulator/v1/projects/demo-project/tenants/t/accounts")
    #expect(await countOfTenant() == ["recordsCount": "0"])
  }

  @Test func `the official emulator's own calls leave codes of wiped users`() async throws {
    _ = try await emulator.signUp()
    _ = await emulator.client(
      "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.com"])
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    _ = await emulator.call(.delete, accounts)
    for name in ["oobCodes", "verificationCodes"] {
      let codes = await emulator.get("/emulator/v1/projects/demo-project/\(name)")
      #expect(codes[name]?.array?.count == 1, "\(name)")
    }
  }

  @Test(arguments: ["{}", "not json", ""])
  func `the official emulator's own calls ignore a body of DELETE`(_ body: String) async {
    #expect(await emulator.call(.delete, accounts, bytes: Array(body.utf8)).status == 200)
  }

  @Test func `the official emulator's own calls show and change two settings`() async {
    Golden.expect(await emulator.get(config).json, "emulator/config")
    let changed = await emulator.call(
      .patch, config,
      [
        "signIn": ["allowDuplicateEmails": true],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
      ])
    Golden.expect(changed.json, "emulator/configChanged")
    #expect(await emulator.get(config).json == changed.json)
    // Absent members are not changed.
    let back = await emulator.call(.patch, config, ["signIn": ["allowDuplicateEmails": false]])
    #expect(back["signIn"]?["allowDuplicateEmails"] == false)
    #expect(back["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
    #expect(await emulator.signInWithPassword().errorMessage == "INVALID_LOGIN_CREDENTIALS")
  }

  @Test func `the official emulator's own calls lose no change of another call`() async {
    await withTaskGroup { group in
      for round in 0..<20 {
        group.addTask { [emulator, config] in
          _ = await emulator.call(
            .patch, config,
            round % 2 == 0
              ? ["signIn": ["allowDuplicateEmails": true]]
              : ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
        }
      }
    }
    let now = await emulator.get(config)
    #expect(now["signIn"]?["allowDuplicateEmails"] == true)
    #expect(now["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
  }

  @Test(arguments: ["Bearer owner", "Bearer whatever", "Basic eDp5", "junk"])
  func `the official emulator's own calls are open to all`(_ authorization: String) async {
    let headers: Headers = ["Authorization": authorization]
    #expect(await emulator.get(config, headers: headers).status == 200)
  }

  @Test(arguments: [Method.get, .head])
  func `the official emulator's own calls say that it is ready`(_ method: Method) async {
    let reply = await emulator.call(method, "/")
    #expect(reply.status == 200)
    if method == .get { #expect(reply["authEmulator"]?["ready"] == true) }
  }

  @Test(
    arguments: [
      ("localhost:9099", nil, "localhost", 9099), ("127.0.0.1", nil, "127.0.0.1", 80),
      ("[::1]:9099", nil, "::1", 9099), ("[::1]", nil, "::1", 80),
      ("localhost:9099", "https://auth.test/x", "auth.test", 443),
    ] as [(String, String?, String, Int64)])
  func `the hub's list has this emulator under the address that was asked`(
    _ asked: String, _ publicURL: String?, _ host: String, _ port: Int64
  ) async throws {
    let emulator = try TestEmulator { $0.publicURL = publicURL }
    let reply = await emulator.get("/emulators", headers: ["Host": asked])
    #expect(reply.json == ["auth": ["name": "auth", "host": .string(host), "port": .int(port)]])
  }
}

@Suite struct `v1 projects` {
  @Test(arguments: [
    "/identitytoolkit.googleapis.com/v1/projects", "/v1/projects",
    "/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig",
    "/identitytoolkit/v3/relyingparty/getProjectConfig",
  ])
  func `the endpoint v1 projects describes the project to an app`(_ path: String) async throws {
    let reply = await (try TestEmulator()).call(
      .get, path + "?key=k&iosBundleId=com.example.app&returnDynamicLink=true")
    Golden.expect(reply.json, "projects/get")
  }

  @Test(arguments: Profile.allCases)
  func `the endpoint v1 projects shows administrators more`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.configure(["signIn": ["anonymous": ["enabled": false]]])
    var google = ProviderConfig(enabled: true, clientID: "client")
    google.clientSecret = "secret"
    google.additionalClientIDs = ["ios"]
    try emulator.configure(provider: "google.com", google)
    let path = "/v1/projects?key=k"
    await emulator.get(path, headers: ["Authorization": "Bearer owner"]).expect([
      "apiKey": "emulator-demo-project", "allowPasswordUser": true, "enableAnonymousUser": false,
      "idpConfig": [
        [
          "provider": "GOOGLE", "enabled": true, "clientId": "client", "secret": "secret",
          "whitelistedAudiences": ["ios"],
        ]
      ],
    ])
    let app = await emulator.get(path)
    #expect(Set(app.json.object?.map(\.key) ?? []) == ["projectId", "authorizedDomains"])
  }
}
