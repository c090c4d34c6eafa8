import EmuStore
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `issuers: clients of tenants`: BenchSuite {
  /// Configures a client of the project, or of each tenant that is named.
  private func configure(
    _ clients: [(tenant: String?, secret: String)], _ provider: String = "oidc.corp",
    names: [String] = [], redirectURIs: [String] = [], project name: String = "demo-project"
  ) throws {
    let store = bench.store
    let project = try store.project(making: name)
    try store.write { writer in
      for (index, client) in clients.enumerated() {
        let tenant = try client.tenant.map { try writer.insertTenant($0, in: project) }
        let config = ProviderConfig(
          clientID: names.isEmpty ? "client" : names[index], clientSecret: client.secret,
          redirectURIs: redirectURIs)
        try writer.upsert(provider: provider, config, of: project, tenant: tenant, in: store)
      }
    }
  }

  /// Configures different clients of the project and the tenant.
  private func configureBoth() throws {
    try configure(
      [(nil, "s"), ("acme", "t")], names: ["client", "acme-client"], redirectURIs: [Bench.callback])
  }

  @Test(
    arguments: [
      (["emulator_project": "demo-project", "emulator_tenant": "acme"], "acme-client", "t", true),
      ([:], "acme-client", "t", true), ([:], "acme-client", "s", false),
      ([:], "client", "s", true), ([:], "client", "t", false),
    ] as [(Fields, String, String, Bool)])
  func `clients of tenants exchange codes by their own secrets`(
    fields: Fields, client: String, secret: String, isGood: Bool
  ) async throws {
    try configureBoth()
    let code = try await bench.code("oidc.corp", fields.with(["client_id": client]))
    let reply = try await bench.redeem(
      "oidc.corp", code, ["client_id": client, "client_secret": secret])
    #expect((reply.status == 200) == isGood, "\(reply.text)")
    if !isGood { #expect(reply["error"] == "invalid_client") }
  }

  @Test func `clients of one name are distinguished by origin of codes and tokens`() async throws {
    try configure([(nil, "s0"), ("one", "s1"), ("two", "s2")])
    for (tenant, secret, wrong) in [(nil, "s0", "s1"), ("one", "s1", "s2"), ("two", "s2", "s0")] {
      let code = try await bench.code(
        "oidc.corp", ["emulator_project": "demo-project", "emulator_tenant": tenant])
      let refused = try await bench.redeem("oidc.corp", code, ["client_secret": wrong])
      #expect(refused["error"] == "invalid_client")
      let tokens = try await bench.redeem("oidc.corp", code, ["client_secret": secret])
      let refresh = try tokens.value("refresh_token")
      #expect(try await bench.renew("oidc.corp", refresh, ["client_secret": wrong]).status == 401)
      let renewed = try await bench.renew("oidc.corp", refresh, ["client_secret": secret])
      let access = try renewed.value("access_token")
      for (secret, status) in [(wrong, 401), (secret, 200)] {
        #expect(await bench.introspect(access, secret: secret).status == status)
      }
      let end: FormFields = [
        "token": access, "client_id": "client", "client_secret": secret,
      ]
      #expect(await bench.form("/issuers/oidc.corp/revoke", end).status == 200)
      #expect(await bench.form("/issuers/oidc.corp/introspect", end).text == #"{"active":false}"#)
    }
  }

  @Test(arguments: [(nil, "s0", "s1"), ("one", "s1", "s0")] as [(String?, String, String)])
  func `clients of one name are distinguished on devices as well`(
    tenant: String?, secret: String, wrong: String
  ) async throws {
    try configure([(nil, "s0"), ("one", "s1")])
    var device: FormFields = ["client_id": "client", "scope": "openid", "client_secret": secret]
    if let tenant { device.add("emulator_tenant", tenant) }
    let begun = await bench.form("/issuers/oidc.corp/device_authorization", device)
    let typed = try begun.value("user_code")
    _ = await bench.get("/issuers/oidc.corp/emulator/device?user_code=\(typed)&emulator_auto=new")
    for (secret, status) in [(wrong, 401), (secret, 200)] {
      let reply = await bench.form(
        "/issuers/oidc.corp/token",
        [
          "grant_type": OAuth.device,
          "device_code": begun["device_code"]?.string ?? "", "client_id": "client",
          "client_secret": secret,
        ])
      #expect(reply.status == status, "\(reply.text)")
    }
  }

  /// As at the authorization endpoint.
  @Test(arguments: [("wanda@corp.example", true), ("olga@corp.example", false)])
  func `clients of tenants hold also on devices`(person: String, isAssigned: Bool) async throws {
    try configure([(nil, "s"), ("acme", "t")], "microsoft.com")
    let store = bench.store
    let project = try store.project(making: "demo-project")
    var app = AppRegistration()
    app.assignedUsers = ["wanda@corp.example"]
    let config = ProviderConfig(clientID: "client", clientSecret: "t", registration: app)
    try store.write { writer in
      let tenant = try writer.reader.tenant("acme", in: project)
      try writer.upsert(provider: "microsoft.com", config, of: project, tenant: tenant, in: store)
    }
    try await bench.makePerson("microsoft.com", ["email": .string(person)])
    let begun = await bench.form(
      Bench.entra("common", "oauth2/v2.0/devicecode"),
      ["client_id": "client", "scope": "openid", "emulator_tenant": "acme"])
    let typed = try begun.value("user_code")
    let page = try begun.value("verification_uri").dropFirst(Bench.base.count)
    let done = await bench.get("\(page)?user_code=\(typed)&emulator_auto=\(person)")
    #expect(done.text.contains("You are signed in") == isAssigned)
    #expect(done.text.contains("AADSTS50105") == !isAssigned, "\(done.text)")
  }

  @Test func `clients of tenants sign by OAuth 1.0a with their own secrets`() async throws {
    try configure([(nil, "s"), ("acme", "t")], "twitter.com")
    var signer = OAuthSigner(secret: "t")
    let begun = try await bench.signed(
      .post, "/oauth/request_token", signer, ["oauth_callback": Bench.callback],
      query: ["emulator_tenant": "acme"])
    let token = FormFields(parsing: begun.text)
    let name = try #require(token.first("oauth_token"), "\(begun.text)")
    let back = await bench.get(
      "\(Bench.twitter)/oauth/authorize?oauth_token=\(name)&emulator_auto=new")
    signer = signer.with(token, nonce: "nonce-2")
    let reply = try await bench.signed(
      .post, "/oauth/access_token", signer,
      ["oauth_verifier": try back.value("oauth_verifier")])
    let access = FormFields(parsing: reply.text)
    for (secret, status) in [("s", 401), ("t", 200)] {
      signer = OAuthSigner(secret: secret).with(access, nonce: "nonce \(secret)")
      try await bench.signed(.get, "/1.1/account/verify_credentials.json", signer).expect(status)
    }
  }

  @Test func `clients of tenants need a tenant that there is`() async throws {
    try configureBoth()
    let fields: Fields = ["client_id": "acme-client"]
    let alone = try await bench.code(
      "oidc.corp", fields.with(["emulator_tenant": "acme"]))
    #expect(
      try await bench.redeem(
        "oidc.corp", alone, ["client_id": "acme-client", "client_secret": "t"]
      ).status == 200)
    try configure([("theirs", "u")], names: ["acme-client"], project: "other-project")
    for more in [
      ["emulator_tenant": "theirs"], ["emulator_project": "other-project"],
      ["emulator_project": "other-project", "emulator_tenant": "theirs"],
    ] {
      let code = try await bench.code("oidc.corp", fields.with(more))
      for (secret, status) in [("t", 401), ("u", 200)] {
        let reply = try await bench.redeem(
          "oidc.corp", code, ["client_id": "acme-client", "client_secret": secret])
        #expect(reply.status == status, "\(more) \(secret)")
      }
    }
    try await bench.authorize(
      "oidc.corp", fields.with(["emulator_tenant": "nope"])
    ).expect(400, text: "The project demo-project has no tenant nope.")
  }

  @Test func `clients of tenants have their own addresses, strangers none`() async throws {
    try configureBoth()
    try await bench.authorize(
      "oidc.corp", ["client_id": "acme-client", "redirect_uri": "https://other.example/cb"]
    ).expect(400).expect(headers: ["Location": nil])
    let code = try await bench.code("oidc.corp", ["client_id": "acme-client"])
    try await bench.redeem("oidc.corp", code, ["client_id": "third"]).expect(401, "invalid_client")
  }
}
