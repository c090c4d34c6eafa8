import EmuHTTP
import EmuJSON
import EmuServer
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `The official emulator's own calls` {
  private let config = "/emulator/v1/projects/demo-project/config"

  @Test func `the official emulator's own calls wipe the users of a project, and of that alone`()
    async throws
  {
    let emulator = try TestEmulator()
    _ = try await emulator.signUp()
    _ = await emulator.admin("accounts", ["email": "a@b.c"], tenant: "t")
    let reply = await emulator.call(.delete, "/emulator/v1/projects/demo-project/accounts")
    #expect(reply.status == 200)
    #expect(reply.json == [:])
    #expect(await emulator.userCount() == 0)
    #expect(
      await emulator.admin("accounts:query", ["returnUserInfo": false], tenant: "t").json
        == ["recordsCount": "1"])
    _ = await emulator.call(.delete, "/emulator/v1/projects/demo-project/tenants/t/accounts")
    #expect(
      await emulator.admin("accounts:query", ["returnUserInfo": false], tenant: "t").json
        == ["recordsCount": "0"])
  }

  @Test func `the official emulator's own calls leave the codes of users that they wipe`()
    async throws
  {
    let emulator = try TestEmulator()
    _ = try await emulator.signUp()
    _ = await emulator.client(
      "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.com"])
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    _ = await emulator.call(.delete, "/emulator/v1/projects/demo-project/accounts")
    for name in ["oobCodes", "verificationCodes"] {
      let codes = await emulator.call(.get, "/emulator/v1/projects/demo-project/\(name)")
      #expect(codes[name]?.array?.count == 1, "\(name)")
    }
  }

  @Test func `the official emulator's own calls ignore a body that comes with DELETE`() async throws
  {
    let emulator = try TestEmulator()
    for body in ["{}", "not json", ""] {
      let reply = await emulator.call(
        .delete, "/emulator/v1/projects/demo-project/accounts", bytes: Array(body.utf8),
        headers: ["Host": "localhost"])
      #expect(reply.status == 200)
    }
  }

  @Test func `the official emulator's own calls show and change two settings`() async throws {
    let emulator = try TestEmulator()
    Golden.expect(await emulator.call(.get, config).json, "emulator/config")
    let changed = await emulator.call(
      .patch, config,
      [
        "signIn": ["allowDuplicateEmails": true],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
      ])
    Golden.expect(changed.json, "emulator/configChanged")
    #expect(await emulator.call(.get, config).json == changed.json)
    // Absent members are not changed.
    let back = await emulator.call(.patch, config, ["signIn": ["allowDuplicateEmails": false]])
    #expect(back["signIn"]?["allowDuplicateEmails"] == false)
    #expect(back["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
    #expect(
      await emulator.signInWithPassword().errorMessage == "INVALID_LOGIN_CREDENTIALS")
  }

  @Test func `the official emulator's own calls lose no change that another call makes meanwhile`()
    async throws
  {
    let emulator = try TestEmulator()
    await withTaskGroup { group in
      for round in 0..<20 {
        group.addTask {
          _ = await emulator.call(
            .patch, config,
            round % 2 == 0
              ? ["signIn": ["allowDuplicateEmails": true]]
              : ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
        }
      }
    }
    let now = await emulator.call(.get, config)
    #expect(now["signIn"]?["allowDuplicateEmails"] == true)
    #expect(now["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
  }

  @Test(arguments: ["Bearer owner", "Bearer whatever", "Basic eDp5", "junk"])
  func `the official emulator's own calls ask no caller who they are`(_ authorization: String)
    async throws
  {
    let reply = await (try TestEmulator()).call(
      .get, config, headers: ["Authorization": authorization])
    #expect(reply.status == 200)
  }

  @Test(arguments: [Method.get, .head])
  func `the official emulator's own calls report that the emulator is ready`(_ method: Method)
    async throws
  {
    let reply = await (try TestEmulator()).call(method, "/")
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
    let reply = await emulator.call(.get, "/emulators", headers: ["Host": asked])
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
  func `the endpoint v1 projects shows providers and flags to an administrator`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.configure(["signIn": ["anonymous": ["enabled": false]]])
    var google = ProviderConfig()
    google.enabled = true
    google.clientID = "client"
    google.clientSecret = "secret"
    google.additionalClientIDs = ["ios"]
    try emulator.configure(provider: "google.com", google)
    let reply = await emulator.call(
      .get, "/v1/projects?key=k", headers: ["Authorization": "Bearer owner"])
    #expect(reply["apiKey"] == "emulator-demo-project")
    #expect(reply["allowPasswordUser"] == true)
    #expect(reply["enableAnonymousUser"] == false)
    #expect(
      reply["idpConfig"] == [
        [
          "provider": "GOOGLE", "enabled": true, "clientId": "client", "secret": "secret",
          "whitelistedAudiences": ["ios"],
        ]
      ])
    let app = await emulator.call(.get, "/v1/projects?key=k")
    #expect(Set(app.json.object?.map(\.key) ?? []) == ["projectId", "authorizedDomains"])
  }

  @Test func `the endpoint v1 projects knows nothing of tenants`() async throws {
    let reply = await (try TestEmulator()).call(.get, "/v1/projects?key=k&tenantId=t")
    #expect(reply.errorMessage == "UNSUPPORTED_TENANT_OPERATION")
  }
}
