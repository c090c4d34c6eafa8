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
