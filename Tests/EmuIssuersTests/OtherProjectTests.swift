import EmuTestSupport
import Testing

@testable import EmuModel

/// A code or token determines the configuration of the client that it was made for.
@Suite final class `issuers: codes and tokens of other projects`: BenchSuite {
  /// Configures the clients of two projects.
  private func configure(
    _ issuers: [String] = ["oidc.corp"], _ clients: [String] = ["pa-client", "pb-client"]
  ) throws {
    for issuer in issuers {
      for (project, client) in zip(["pa", "pb"], clients) {
        try bench.configure(
          issuer, ProviderConfig(clientID: client, clientSecret: "\(project)-secret"),
          project: project)
      }
    }
  }

  private func mint(_ issuer: String, project: String, client: String) async throws -> Reply {
    await bench.post(
      "/emulator/v1/issuers/\(issuer)/tokens?project=\(project)",
      ["account": ["email": "ann@example.com"], "clientId": .string(client)]
    ).expect(200)
  }

  @Test(arguments: [
    ("oidc.corp", "invalid_grant"), ("google.com", "invalid_grant"),
    ("microsoft.com", "invalid_grant"), ("yahoo.com", "invalid_grant"),
    ("linkedin.com", "invalid_request"), ("apple.com", "invalid_grant"),
  ])
  func `a code of another project is not the client's`(issuer: String, error: String) async throws {
    try configure([issuer])
    if issuer == "apple.com" {
      for (project, client) in [("pa", "pa-client"), ("pb", "pb-client")] {
        try bench.configure(issuer, ProviderConfig(clientID: client), project: project)
      }
    }
    let code = try await mint(issuer, project: "pb", client: "pb-client")["authorizationCode"]
    let reply = try await bench.redeem(
      issuer, try #require(code?.string),
      ["client_id": "pa-client", "client_secret": "pa-secret"])
    reply.expect(400, error)
    #expect(!reply.reasons.contains("The project has configured"), "\(reply.reasons)")
  }

  /// A token and the status of its revocation by `pa-client`.
  @Test(arguments: [
    ("oidc.corp", "pb", "pb-client", 401), ("oidc.corp", "pc", "other", 401),
    ("oidc.other", "pb", "pb-client", 200), ("oidc.other", "pa", "pa-client", 200),
    ("google.com", "pc", "pa-client", 200),
  ])
  func `a token of another project or issuer leaves the client its own secret`(
    issuer: String, project: String, client: String, revocation: Int
  ) async throws {
    try configure(["oidc.corp", "oidc.other"])
    let minted = try await mint(issuer, project: project, client: client)
    let token = try minted.value("accessToken")
    let code = try minted.value("authorizationCode")
    for (secret, isRight) in [("wrong", false), ("pa-secret", true)] {
      let credentials: Fields = ["client_id": "pa-client", "client_secret": secret]
      let redeemed = try await bench.redeem("oidc.corp", code, credentials)
      redeemed.expect(isRight ? 400 : 401, isRight ? "invalid_grant" : "invalid_client")
      let state = await bench.introspect(token, client: "pa-client", secret: secret)
      state.expect(isRight ? 200 : 401)
      if isRight { #expect(state["active"] == false) }
      let revoked = await bench.form(
        "/issuers/oidc.corp/revoke",
        Bench.form(credentials.with(["token": token])))
      #expect(revoked.status == (isRight ? revocation : 401), "\(revoked.text)")
    }
  }

  @Test(arguments: [false, true])
  func `a device code of another project gets one answer`(isSameName: Bool) async throws {
    let clients = isSameName ? ["client", "client"] : ["pa-client", "pb-client"]
    try configure(["oidc.corp"], clients)
    let begun = await bench.form(
      "/issuers/oidc.corp/device_authorization",
      [
        "client_id": clients[1], "client_secret": "pb-secret", "scope": "openid",
        "emulator_project": "pb",
      ])
    let device = try begun.value("device_code")
    func poll(_ project: Int) async -> Reply {
      bench.advance(by: .seconds(5))
      return await bench.grant(
        OAuth.device,
        [
          "device_code": device, "client_id": clients[project],
          "client_secret": ["pa-secret", "pb-secret"][project],
        ])
    }
    let stranger = isSameName ? "invalid_client" : "invalid_grant"
    #expect(await poll(0)["error"] == .string(stranger))
    #expect(await poll(1)["error"] == "authorization_pending")
    let typed = try begun.value("user_code")
    _ = await bench.get("/issuers/oidc.corp/emulator/device?user_code=\(typed)&emulator_auto=new")
    #expect(await poll(0)["error"] == .string(stranger))
    #expect(await poll(1).status == 200)
  }

  // MARK: Faults

  @Test(arguments: ["token", "userinfo"], [true, false])
  func `a fault of a project spares the others`(endpoint: String, isConfigured: Bool) async throws {
    if isConfigured { try configure(["oidc.corp"], ["client", "client"]) }
    for faulty in ["pa", "pb"] {
      let faults = "/emulator/v1/issuers/oidc.corp/faults"
      _ = await bench.call(.delete, faults)
      await bench.post(
        faults,
        [
          "match": ["project": .string(faulty), "endpoint": .string(endpoint)],
          "effect": ["status": 503],
        ]
      ).expect(200)
      for project in ["pa", "pb"] {
        let minted = try await mint("oidc.corp", project: project, client: "client")
        let code = try minted.value("authorizationCode")
        let reply =
          endpoint == "token"
          ? try await bench.redeem(
            "oidc.corp", code, ["client_secret": "\(project)-secret", "redirect_uri": nil])
          : try await bench.userInfo("oidc.corp", minted["accessToken"]?.string)
        #expect(reply.status == (project == faulty ? 503 : 200), "\(reply.text)")
      }
    }
  }

  @Test func `a fault of a person concerns a device code`() async throws {
    try await bench.makePerson("oidc.corp", ["sub": "123", "email": "ann@example.com"])
    let begun = await bench.form(
      "/issuers/oidc.corp/device_authorization", ["client_id": "client", "scope": "openid"])
    let typed = try begun.value("user_code")
    _ = await bench.get("/issuers/oidc.corp/emulator/device?user_code=\(typed)&emulator_auto=123")
    let code = try begun.value("device_code")
    await bench.post(
      "/emulator/v1/issuers/oidc.corp/faults",
      ["match": ["endpoint": "token", "sub": "123"], "effect": ["status": 503], "times": 1]
    ).expect(200)
    #expect(await bench.grant(OAuth.device, ["device_code": code]).status == 503)
    #expect(await bench.grant(OAuth.device, ["device_code": code]).status == 200)
  }

  @Test func `a fault of a person is not met by a code of another issuer`() async throws {
    let minted = try await bench.mint(
      "oidc.corp", ["account": ["sub": "ann"], "clientId": "client"])
    await bench.post(
      "/emulator/v1/issuers/oidc.other/faults",
      ["match": ["endpoint": "token", "sub": "ann"], "effect": ["status": 503]]
    ).expect(200)
    let code = try minted.value("authorizationCode")
    try await bench.redeem("oidc.other", code).expect(400, "invalid_grant")
  }
}
