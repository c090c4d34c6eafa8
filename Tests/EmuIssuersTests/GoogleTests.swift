import EmuTestSupport
import Testing

/// docs/reference/social.md#google.
@Suite final class `issuers: Google`: BenchSuite {
  private static let ann: JSON = [
    "sub": "110169484474386276334", "email": "ann@example.com", "name": "Ann Lee",
    "claims": ["hd": "example.com"],
  ]

  private func tokens(_ fields: Fields = [:]) async throws -> Reply {
    try await bench.makePerson("google.com", Self.ann)
    return try await bench.redeem(
      "google.com",
      try await bench.code(
        "google.com", ["emulator_auto": "ann@example.com"].merging(fields) { $1 }))
  }

  private func info(_ name: String, _ token: String) async throws -> Reply {
    await bench.get("/issuers/google.com/tokeninfo?\(([name: token] as FormFields).encoded)")
  }

  @Test func `Google's discovery announces no clients without a secret`() async throws {
    await bench.get(Bench.discovery(of: "google.com")).expect([
      "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"]
    ])
  }

  @Test func `tokeninfo reports an ID token's claims as texts`() async throws {
    let token = try await tokens().value("id_token")
    let reply = try await info("id_token", token).expect(200)
    reply.expect([
      "aud": "client", "azp": "client", "hd": "example.com", "email_verified": "true",
      "exp": .string(String(Bench.start.seconds + 3600)), "alg": "RS256",
    ]).expect(has: "kid")
    let members = try #require(reply.json.object)
    for member in members { #expect(member.value.string != nil, "\(member.key)") }
  }

  @Test(arguments: [(nil, "online"), ("offline", "offline")] as [(String?, String)])
  func `tokeninfo has a token's scope and client`(accessType: String?, shown: String) async throws {
    let token = try await tokens(["access_type": accessType]).value("access_token")
    bench.advance(by: .seconds(10))
    try await info("access_token", token).expect([
      "sub": "110169484474386276334", "scope": "openid email profile", "expires_in": "3590",
      "email": "ann@example.com", "access_type": .string(shown),
    ])
  }

  @Test func `tokeninfo refuses what is wrong with a token`() async throws {
    let token = try await tokens().value("id_token")
    var wrong: [(String, String)] = [
      ("id_token", "nonsense"), ("access_token", "nonsense"), ("id_token", ""),
    ]
    for defect in ["bad-signature", "wrong-issuer", "expired", "unsigned", "unknown-key"] {
      let minted = try await bench.mint("google.com", ["defect": .string(defect)])
      wrong.append(("id_token", try minted.value("idToken")))
    }
    for (name, text) in wrong {
      let reply = try await info(name, text)
      reply.expect(400, ["error": "invalid_token", "error_description": "Invalid Value"])
    }
    #expect(try await info("id_token", token).status == 200)
    bench.advance(by: .seconds(3600))
    #expect(try await info("id_token", token).status == 400)
  }

  @Test(arguments: ["/v1/userinfo", "/oauth2/v3/userinfo", "/oauth2/v2/userinfo"])
  func `userinfo reports what the user has set, at every path`(path: String) async throws {
    let token = try await tokens().value("access_token")
    await bench.set("google.com", ["claims": ["department": "Tests", "email": nil]])
    let reply = try await bench.userInfo("google.com", token, path: path)
    reply.expect(["department": "Tests", "email": nil])
  }

  @Test(arguments: [
    ("/v1/userinfo", "sub", "email_verified"), ("/oauth2/v3/userinfo", "sub", "email_verified"),
    ("/oauth2/v1/userinfo", "id", "verified_email"),
    ("/oauth2/v2/userinfo", "id", "verified_email"),
    ("/userinfo/v2/me", "id", "verified_email"),
  ]) func `userinfo has its version's names`(path: String, id: String, flag: String) async throws {
    let token = try await tokens().value("access_token")
    let reply = try await bench.userInfo("google.com", token, path: path)
    reply.expect([
      id: "110169484474386276334", flag: true, "hd": "example.com", "picture": nil, "azp": nil,
    ])
    #expect((reply["sub"] == nil) == (id == "id"))
  }

  /// Google's examples send the token in the query.
  @Test(arguments: [Method.get, .post], [true, false])
  func `a token in the query is revoked`(method: Method, isForm: Bool) async throws {
    let token = try await tokens().value("access_token")
    let reply = await bench.call(
      method, "/issuers/google.com/revoke?\((["token": token] as FormFields).encoded)",
      headers: isForm ? ["Content-Type": "application/x-www-form-urlencoded"] : [:])
    #expect(reply.status == 200, "\(reply.text)")
    #expect(try await bench.userInfo("google.com", token).status == 401)
  }

  @Test func `a revocation without a token says what is missing`() async {
    for (method, query) in [(Method.get, "?a=b"), (.post, "?a=b"), (.get, ""), (.post, "")] {
      let reply = await bench.call(method, "/issuers/google.com/revoke\(query)")
      reply.expect(400, "invalid_request")
      #expect(!reply.reasons.isEmpty)
    }
    let twice = await bench.form("/issuers/google.com/revoke?token=a", ["token": "b"])
    #expect(twice["error"] == "invalid_request")
  }
}
