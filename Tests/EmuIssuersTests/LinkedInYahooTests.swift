import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/social.md#linkedin and docs/reference/social.md#yahoo.
@Suite final class `issuers: LinkedIn and Yahoo`: BenchSuite {
  private static let ann: JSON = [
    "sub": "782bbtaQ12", "email": "ann@example.com",
    "name": ["givenName": "Ann", "familyName": "Lee"], "picture": "https://example.com/ann.png",
  ]

  private func tokens(_ issuer: String, _ fields: Fields = [:]) async throws -> Reply {
    try await bench.makePerson(issuer, Self.ann)
    let code = try await bench.code(
      issuer, ["emulator_auto": "ann@example.com", "nonce": "n-1"].merging(fields) { $1 })
    return try await bench.redeem(issuer, code)
  }

  @Test func `LinkedIn's token has no nonce, and its flag is a text`() async throws {
    let reply = try await tokens("linkedin.com")
    reply.expect(["expires_in": 5_184_000, "scope": "openid,email,profile", "refresh_token": nil])
    try await bench.verified(reply["id_token"], by: "linkedin.com").claims.expect([
      "iss": .string("\(Bench.base)/issuers/linkedin.com/oauth"), "nonce": nil,
      "email_verified": "true", "locale": "en_US", "sub": "782bbtaQ12",
    ])
    let access = try reply.value("access_token")
    let info = try await bench.userInfo("linkedin.com", access, path: "/v2/userinfo")
    #expect(info["email_verified"] == true)
    info.expect(["locale": ["country": "US", "language": "en"], "name": "Ann Lee"])
  }

  @Test(
    arguments: [
      (["code": "unknown"], 400, "invalid_request"),
      (["redirect_uri": "https://o.example.com/"], 400, "invalid_request"),
      (["client_secret": "wrong"], 401, "invalid_client"),
      (["client_secret": nil], 400, "invalid_request"),
      (["grant_type": "refresh_token"], 400, "unsupported_grant_type"),
    ] as [(Fields, Int, String)])
  func `LinkedIn refuses in its words`(fields: Fields, status: Int, error: String) async throws {
    try bench.configure("linkedin.com", ProviderConfig(clientID: "client", clientSecret: "s"))
    let code = try await bench.code("linkedin.com")
    try await bench.redeem("linkedin.com", code, fields).expect(status, ["error": .string(error)])
    #expect(try await bench.redeem("linkedin.com", code).status == 200)
  }

  @Test func `LinkedIn knows no Basic, and reports a cancel by its own name`() async throws {
    let document = await bench.get(Bench.discovery(of: "linkedin.com"))
    #expect(document["token_endpoint_auth_methods_supported"] == ["client_secret_post"])
    #expect(document["code_challenge_methods_supported"] == nil)
    let code = try await bench.code("linkedin.com")
    let basic = try await bench.redeem(
      "linkedin.com", code, ["client_id": nil, "client_secret": nil],
      headers: ["Authorization": "Basic Y2xpZW50OnM="])
    #expect(basic.status == 400)
    let page = try await bench.authorize("linkedin.com")
    let back = try await bench.choose("linkedin.com", page, ["action": "cancel"])
    #expect(back.handed["error"] == "user_cancelled_login")
  }

  @Test func `LinkedIn's older interface reports the same person`() async throws {
    let access = try await tokens("linkedin.com").value("access_token")
    let me = try await bench.userInfo("linkedin.com", access, path: "/v2/me")
    #expect(
      me.json == ["id": "782bbtaQ12", "localizedFirstName": "Ann", "localizedLastName": "Lee"])
    try await bench.userInfo(
      "linkedin.com", access, path: "/v2/emailAddress?q=members&projection=(elements*(handle~))"
    ).expect(["elements.0.handle~.emailAddress": "ann@example.com"])
    for (token, code, status) in [(nil, 65604, 401), ("nonsense", 65600, 401)]
      as [(
        String?, Int64, Int
      )]
    {
      for path in ["/v2/me", "/v2/userinfo"] {
        let reply = try await bench.userInfo("linkedin.com", token, path: path)
        reply.expect(status, ["serviceErrorCode": .int(code), "error": nil])
      }
    }
    let bare = try await bench.tokens("linkedin.com", ["scope": "profile"])
    try await bench.userInfo("linkedin.com", bare["access_token"]?.string, path: "/v2/emailAddress")
      .expect(403)
  }

  @Test func `Yahoo signs with an elliptic curve, and renews`() async throws {
    let reply = try await tokens("yahoo.com")
    reply.expect(["expires_in": 3600, "xoauth_yahoo_guid": "782bbtaQ12"])
    let token = try await bench.verified(reply["id_token"], by: "yahoo.com")
    #expect(token.header.algorithm == .es256)
    token.claims.expect([
      "auth_time": .int(Bench.start.seconds), "nonce": "n-1", "email_verified": true,
    ])
    let access = try reply.value("access_token")
    let info = try await bench.userInfo("yahoo.com", access, path: "/openid/v1/userinfo")
    info.expect(["nickname": "Ann", "profile_images.image192": "https://example.com/ann.png"])
    let refresh = try reply.value("refresh_token")
    try await bench.renew("yahoo.com", refresh).expect(200, ["refresh_token": nil])
  }

  @Test func `Yahoo shares everything where no scope is named`() async throws {
    try await bench.makePerson("yahoo.com", Self.ann)
    let code = try await bench.code(
      "yahoo.com", ["scope": nil, "emulator_auto": "ann@example.com"])
    let tokens = try await bench.redeem("yahoo.com", code)
    let info = try await bench.userInfo(
      "yahoo.com", tokens["access_token"]?.string, path: "/openid/v1/userinfo")
    info.expect(200, ["email": "ann@example.com", "given_name": "Ann"])
    let narrow = try await bench.code(
      "yahoo.com", ["scope": "openid", "emulator_auto": "ann@example.com"])
    let bare = try await bench.redeem("yahoo.com", narrow)
    try await bench.userInfo("yahoo.com", bare["access_token"]?.string, path: "/openid/v1/userinfo")
      .expect(["email": nil])
  }

  /// The table of docs/reference/social.md#one-claim-five-encodings, for one person.
  @Test(
    arguments: [
      ("apple.com", true, nil, nil), ("google.com", true, "Ann Lee", "https://example.com/ann.png"),
      ("linkedin.com", "true", "Ann Lee", "https://example.com/ann.png"),
      ("facebook.com", nil, "Ann Lee", "https://example.com/ann.png"),
      ("yahoo.com", true, "Ann Lee", "https://example.com/ann.png"),
      ("microsoft.com", nil, "Ann Lee", nil),
    ] as [(String, JSON?, JSON?, JSON?)])
  func `the same claims have each provider's encoding`(
    issuer: String, isVerified: JSON?, name: JSON?, picture: JSON?
  ) async throws {
    var account = try #require(Self.ann.object)
    account["sub"] = nil
    let claims = try await bench.mint(issuer, ["account": .object(account)])["claims"]
    claims.expect(["email_verified": isVerified, "name": name, "picture": picture])
    let issuedAt = try #require(claims?["iat"]?.int)
    if issuer == "microsoft.com" {
      #expect(claims?["nbf"] == .int(Bench.start.seconds - 300))
    } else {
      #expect(claims?["nbf"] == nil)
      #expect(issuedAt == Bench.start.seconds)
    }
  }
}
