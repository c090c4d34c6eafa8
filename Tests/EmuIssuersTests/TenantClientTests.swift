import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import Testing

@Suite struct `issuers: clients of tenants` {
  /// A project and a tenant of it, each with a client of its own.
  private static func bench() throws -> Bench {
    let bench = try Bench()
    let store = bench.store
    let project = try store.project("demo-project")
    try store.write { writer in
      let tenant = try writer.insertTenant("acme", in: project)
      for (tenant, client, secret) in [(nil, "client", "s"), (tenant, "acme-client", "t")] {
        try writer.upsert(
          provider: "oidc.corp",
          ProviderConfig(
            clientID: client, clientSecret: secret, redirectURIs: [Bench.callback]),
          of: project, tenant: tenant, in: store)
      }
    }
    return bench
  }

  @Test(
    arguments: [
      (["emulator_project": "demo-project", "emulator_tenant": "acme"], "acme-client", "t", true),
      ([:], "acme-client", "t", true), ([:], "acme-client", "s", false),
      ([:], "client", "s", true), ([:], "client", "t", false),
    ] as [([String: String?], String, String, Bool)])
  func `exchange codes by their own secrets`(
    fields: [String: String?], client: String, secret: String, isGood: Bool
  ) async throws {
    let bench = try Self.bench()
    let code = try await bench.code(
      "oidc.corp", fields.merging(["client_id": client]) { $1 })
    let reply = try await bench.redeem(
      "oidc.corp", code, ["client_id": client, "client_secret": secret])
    #expect((reply.status == 200) == isGood, "\(reply.text)")
    if !isGood { #expect(reply["error"] == "invalid_client") }
  }

  @Test func `of one name are told apart by what their codes and tokens were asked for`()
    async throws
  {
    let bench = try Bench()
    let store = bench.store
    let project = try store.project("demo-project")
    try store.write { writer in
      for (tenant, secret) in [(nil, "s0"), ("one", "s1"), ("two", "s2")] {
        let tenant = try tenant.map { try writer.insertTenant($0, in: project) }
        try writer.upsert(
          provider: "oidc.corp", ProviderConfig(clientID: "client", clientSecret: secret),
          of: project, tenant: tenant, in: store)
      }
    }
    for (tenant, secret, wrong) in [(nil, "s0", "s1"), ("one", "s1", "s2"), ("two", "s2", "s0")] {
      let code = try await bench.code(
        "oidc.corp", ["emulator_project": "demo-project", "emulator_tenant": tenant])
      let refused = try await bench.redeem("oidc.corp", code, ["client_secret": wrong])
      #expect(refused["error"] == "invalid_client")
      let tokens = try await bench.redeem("oidc.corp", code, ["client_secret": secret])
      let refresh = try #require(tokens["refresh_token"]?.string, "\(tokens.text)")
      #expect(
        try await bench.renew("oidc.corp", refresh, ["client_secret": wrong]).status == 401)
      let renewed = try await bench.renew("oidc.corp", refresh, ["client_secret": secret])
      let access = try #require(renewed["access_token"]?.string, "\(renewed.text)")
      for (secret, status) in [(wrong, 401), (secret, 200)] {
        let known = try await bench.form(
          "/issuers/oidc.corp/introspect",
          ["token": access, "client_id": "client", "client_secret": secret])
        #expect(known.status == status)
      }
    }
  }

  @Test func `need a tenant that there is`() async throws {
    let bench = try Self.bench()
    let fields: [String: String?] = ["client_id": "acme-client"]
    let alone = try await bench.code(
      "oidc.corp", fields.merging(["emulator_tenant": "acme"]) { $1 })
    #expect(
      try await bench.redeem(
        "oidc.corp", alone, ["client_id": "acme-client", "client_secret": "t"]
      ).status == 200)
    let none = try await bench.authorize(
      "oidc.corp", fields.merging(["emulator_tenant": "nope"]) { $1 })
    #expect(none.status == 400)
    #expect(none.text.contains("The project demo-project has no tenant nope."))
  }

  @Test func `are held to their own addresses, and strangers are still strangers`() async throws {
    let bench = try Self.bench()
    let elsewhere = try await bench.authorize(
      "oidc.corp", ["client_id": "acme-client", "redirect_uri": "https://other.example/cb"])
    #expect(elsewhere.status == 400)
    #expect(elsewhere.response.headers["Location"] == nil)
    let code = try await bench.code("oidc.corp", ["client_id": "acme-client"])
    let stranger = try await bench.redeem("oidc.corp", code, ["client_id": "third"])
    #expect(stranger.status == 401)
    #expect(stranger["error"] == "invalid_client")
  }
}
