import EmuJOSE
import EmuStore
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `issuers: Apple's token endpoint`: BenchSuite {
  @Test func `a minted code is exchanged for tokens that verify`() async throws {
    let minted = try await bench.mint("apple.com", ["nonce": "abc", "claims": ["extra": 1]])
    let code = try minted.value("authorizationCode")
    let reply = try await bench.exchange(code).expect(200)
    #expect(
      reply.json.object?.keys == [
        "access_token", "token_type", "expires_in", "refresh_token", "id_token",
      ])
    reply.expect(["token_type": "Bearer", "expires_in": 3600])
    reply.expect(headers: ["Cache-Control": "no-store", "Pragma": "no-cache"])
    let token = try await bench.verified(reply["id_token"], by: "apple.com")
    token.claims.expect(["sub": minted["sub"], "nonce": "abc", "extra": 1])
    let access = try reply.value("access_token")
    #expect(token.claims["at_hash"] == .string(TokenHash.value(for: access, algorithm: .rs256)))
    token.claims.expect(["c_hash": nil, "real_user_status": nil])
  }

  @Test func `people whom all projects share are known by a client that lists them`() async throws {
    try bench.configure(
      "apple.com", ProviderConfig(bundleIDs: ["com.example.app"]), project: "other")
    let person = Person(issuer: "apple.com", subject: "shared-1", email: "s@example.com")
    _ = try bench.store.write { writer in
      try writer.upsert(person, in: PeopleScope(projectKey: 0, issuer: "apple.com"))
    }
    let minted = try await bench.mint(
      "apple.com", ["account": ["sub": "shared-1"], "clientId": "com.example.app"])
    let code = try minted.value("authorizationCode")
    #expect(try await bench.exchange(code, client: "com.example.app").status == 200)
  }
}

@Suite final class `issuers: Apple's revocation endpoint`: BenchSuite {
  /// Returns the tokens of a new exchange.
  private func tokens() async throws -> (refresh: String, access: String) {
    let account: JSON = ["account": ["email": "ann@example.com"]]
    let minted = try await bench.mint("apple.com", account)
    let reply = try await bench.exchange(try minted.value("authorizationCode"))
    return (
      try reply.value("refresh_token"), try reply.value("access_token")
    )
  }

  @Test(arguments: [true, false])
  func `either token revokes the consent with all its tokens`(isRefresh: Bool) async throws {
    let tokens = try await tokens()
    let pending = try await bench.mint("apple.com", ["account": ["email": "ann@example.com"]])
    try await bench.revoke(isRefresh ? tokens.refresh : tokens.access).expect(200)
    #expect(try await bench.refresh(tokens.refresh)["error"] == "invalid_grant")
    let code = try pending.value("authorizationCode")
    #expect(try await bench.exchange(code)["error"] == "invalid_grant")
    let grants = await bench.get("/emulator/v1/issuers/apple.com/grants")
    #expect(grants["grants"]?[0]?["state"] == "revoked")
    #expect(grants["grants"]?[0]?["revokedAt"]?.string != nil)
    // A new consent brings no old token back.
    _ = try await self.tokens()
    #expect(try await bench.refresh(tokens.refresh)["error"] == "invalid_grant")
  }

  @Test func `an expired access token is answered with 200 and revokes nothing`() async throws {
    let tokens = try await tokens()
    bench.advance(by: .seconds(3600))
    #expect(try await bench.revoke(tokens.access).status == 200)
    #expect(try await bench.refresh(tokens.refresh).status == 200)
  }
}
