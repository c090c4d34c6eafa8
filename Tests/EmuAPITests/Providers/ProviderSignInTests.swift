import EmuStore
import EmuTestSupport
import Testing

@Suite final class `A configured provider`: ProductionSuite {
  private static func make(_ emulator: TestEmulator, tenant: String? = nil) async {
    let issuer: JSON = "http://localhost:9099/issuers/oidc.acme"
    let body = ProviderKind.oauth.body.merging(["issuer": issuer])
    _ = await emulator.postV2(
      ProviderKind.oauth.path(tenant: tenant, "?oauthIdpConfigId=oidc.acme"), .object(body))
  }

  /// Returns the code of a redirect from a local issuer.
  private static func code(_ emulator: TestEmulator, client: String) throws -> String {
    let project = try emulator.currentProject()
    let store = emulator.store
    return try store.write { writer in
      let person = try writer.upsert(
        Person(issuer: "oidc.acme", subject: "p1", email: "p@example.com"),
        in: PeopleScope(projectKey: project.key, issuer: "oidc.acme"))
      let consent = try writer.authorize(person, client: client, at: TestEmulator.start).consent
      let code = AuthorizationCode(
        code: "code-\(client)", consentKey: consent.key, clientID: client, scope: "openid email",
        issuedAt: TestEmulator.start, expiresAt: TestEmulator.start + .seconds(300))
      try writer.insert(code)
      return code.code
    }
  }

  private static func signIn(
    _ emulator: TestEmulator, code: String, tenant: String? = nil
  ) async -> Reply {
    await emulator.post(
      "providerId=oidc.acme&code=\(code)",
      options: [
        "returnSecureToken": true, "returnRefreshToken": true,
        "tenantId": tenant.map { JSON.string($0) } ?? .null,
      ])
  }

  @Test func `a configured provider signs in, in production too`() async throws {
    let code = try Self.code(emulator, client: "client")
    #expect(await Self.signIn(emulator, code: code).errorCode == "OPERATION_NOT_ALLOWED")
    await Self.make(emulator)
    await Self.signIn(emulator, code: code).expect(["email": "p@example.com", "isNewUser": true])
  }

  @Test func `a configured provider issues tokens with the issuer's lifetimes`() async throws {
    let emulator = try TestEmulator()
    await Self.make(emulator)
    let store = emulator.store
    try store.write { writer in
      var settings = IssuerOptions()
      settings.refreshTokenLifetimeSeconds = 60
      try writer.store(settings, ofIssuer: "oidc.acme", in: store)
    }
    let reply = await Self.signIn(emulator, code: try Self.code(emulator, client: "client"))
    let refresh = try #require(reply["oauthRefreshToken"]?.string)
    let access = try #require(reply["oauthAccessToken"]?.string)
    let token = try #require(try store.read { try $0.issuerToken(refresh) })
    #expect(token.expiresAt == TestEmulator.start + .seconds(60))
    try store.write { writer in
      try writer.revokeFamily(try #require(token.family), at: TestEmulator.start)
    }
    #expect(try store.read { try $0.issuerToken(access) }?.revokedAt != nil)
  }

  @Test func `a configured provider accepts only codes of its own client`() async throws {
    let emulator = try TestEmulator()
    await Self.make(emulator)
    let code = try Self.code(emulator, client: "another")
    #expect(await Self.signIn(emulator, code: code).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `a configured provider of a tenant signs in there alone`() async throws {
    await emulator.allowTenants()
    let tenant = try await emulator.tenant(["displayName": "acme"])
    await Self.make(emulator, tenant: tenant)
    let code = try Self.code(emulator, client: "client")
    #expect(await Self.signIn(emulator, code: code).errorCode == "OPERATION_NOT_ALLOWED")
    let reply = await Self.signIn(emulator, code: code, tenant: tenant)
    #expect(reply.status == 200)
    #expect(reply.firebase["tenant"]?.string == tenant)
  }

  @Test func `a configured provider serves tenants where none must be configured`() async throws {
    try emulator.set([.autoCreateTenants: .on])
    await Self.make(emulator)
    let code = try Self.code(emulator, client: "client")
    let refused = await Self.signIn(emulator, code: code, tenant: "t1")
    #expect(refused.errorCode == "OPERATION_NOT_ALLOWED")
    try emulator.set([.requireConfiguredProviders: .warn])
    #expect(await Self.signIn(emulator, code: code, tenant: "t1").status == 200)
  }
}
