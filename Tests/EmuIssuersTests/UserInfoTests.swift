import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `issuers: userinfo, introspection, revocation and logout`: BenchSuite {
  static let person: JSON = [
    "sub": "ann", "email": "ann@example.com", "name": ["givenName": "Ann", "familyName": "Lee"],
    "claims": ["team": "x"],
  ]

  private func tokens(
    _ issuer: String = "oidc.corp"
  ) async throws -> (access: String, refresh: String, id: String) {
    try await bench.makePerson(issuer, Self.person)
    let fields = ["emulator_auto": "ann", "access_type": "offline"]
    let reply = try await bench.tokens(issuer, fields)
    return (
      try reply.value("access_token"), try reply.value("refresh_token"),
      reply["id_token"]?.string ?? ""
    )
  }

  @Test func `userinfo reports what the scopes share`() async throws {
    let all = try await tokens()
    #expect(
      try await bench.userInfo("oidc.corp", all.access).json == [
        "sub": "ann", "email": "ann@example.com", "email_verified": true, "name": "Ann Lee",
        "given_name": "Ann", "family_name": "Lee", "team": "x",
      ])
    let few = try await bench.tokens("oidc.corp", ["scope": "openid", "emulator_auto": "ann"])
    #expect(
      try await bench.userInfo("oidc.corp", few["access_token"]?.string).json
        == ["sub": "ann", "team": "x"])
  }

  @Test func `an access token ends after an hour, and is of its issuer alone`() async throws {
    let tokens = try await tokens()
    #expect(try await bench.userInfo("google.com", tokens.access).status == 401)
    bench.advance(by: .seconds(3600))
    #expect(try await bench.userInfo("oidc.corp", tokens.access).status == 401)
  }

  @Test func `introspection knows a client's own living tokens`() async throws {
    let tokens = try await tokens()
    #expect(
      await bench.introspect(tokens.access, secret: nil).json == [
        "active": true, "scope": "openid email profile", "client_id": "client", "sub": "ann",
        "aud": "client", "iss": "http://localhost:9099/issuers/oidc.corp",
        "iat": .int(Bench.start.seconds), "username": "ann@example.com", "token_type": "Bearer",
        "exp": .int(Bench.start.seconds + 3600),
      ])
    #expect(await bench.introspect(tokens.refresh, secret: nil)["active"] == true)
    let dead: JSON = ["active": false]
    #expect(await bench.introspect("unknown", secret: nil).json == dead)
    #expect(await bench.introspect(tokens.access, client: "other", secret: nil).json == dead)
    bench.advance(by: .seconds(3600))
    #expect(await bench.introspect(tokens.access, secret: nil).json == dead)
  }

  @Test func `revoking a minted refresh token revokes its access token`() async throws {
    let minted = try await bench.mint("oidc.corp", ["scopes": ["openid", "offline_access"]])
    let access = try minted.value("accessToken")
    let refresh = try minted.value("refreshToken")
    #expect(try await bench.userInfo("oidc.corp", access).status == 200)
    let revoked = await bench.form(
      "/issuers/oidc.corp/revoke", ["token": refresh, "client_id": "auth-emulator-client"])
    #expect(revoked.status == 200)
    #expect(try await bench.userInfo("oidc.corp", access).status == 401)
  }

  @Test func `revoking a refresh token revokes access tokens, and no consent`() async throws {
    let tokens = try await tokens()
    func revoke(_ token: String) async throws -> Int {
      await bench.form("/issuers/oidc.corp/revoke", ["token": token, "client_id": "client"]).status
    }
    #expect(try await revoke("unknown") == 200)
    #expect(try await revoke(tokens.access) == 200)
    #expect(try await bench.userInfo("oidc.corp", tokens.access).status == 401)
    let renewed = try await bench.renew("oidc.corp", tokens.refresh).expect(200)
    let last = try renewed.value("refresh_token")
    #expect(try await revoke(last) == 200)
    let access = try renewed.value("access_token")
    #expect(try await bench.userInfo("oidc.corp", access).status == 401)
    let grants = await bench.get("/emulator/v1/issuers/oidc.corp/grants")
    #expect(grants["grants"]?[0]?["state"] == "authorized")
  }

  @Test func `a bearer of a token of Google's may revoke it`() async throws {
    let tokens = try await tokens("google.com")
    await bench.form("/issuers/google.com/revoke", ["token": tokens.access]).expect(200)
    #expect(try await bench.renew("google.com", tokens.refresh)["error"] == "invalid_grant")
    for token in [tokens.access, "unknown"] {
      await bench.form("/issuers/google.com/revoke", ["token": token]).expect(400, "invalid_token")
    }
  }

  static let back = "https://app.example.com/bye?a=1"

  @Test func `a logout with an ID token, also an old one, redirects without a page`() async throws {
    let tokens = try await tokens()
    bench.advance(by: .seconds(86_400))
    let query: FormFields = [
      "id_token_hint": tokens.id, "post_logout_redirect_uri": Self.back, "state": "s t",
    ]
    let reply = await bench.get("/issuers/oidc.corp/logout?\(query.encoded)").expect(302)
    #expect(reply.headers["Location"] == "\(Self.back)&state=s%20t")
    await bench.form("/issuers/oidc.corp/logout", query).expect(303)
    let bare = await bench.get("/issuers/oidc.corp/logout?id_token_hint=\(tokens.id)").expect(200)
    #expect(bare.text.contains("You are signed out"))
  }

  @Test func `a logout answers a caller who asks for JSON without a page`() async throws {
    let tokens = try await tokens()
    var query: FormFields = ["post_logout_redirect_uri": Self.back, "client_id": "client"]
    query.add("emulator_answer", "json")
    let asked = await bench.get("/issuers/oidc.corp/logout?\(query.encoded)").expect(400)
    #expect(asked["error_description"]?.string?.contains("Add id_token_hint") == true)
    query.add("id_token_hint", tokens.id)
    let reply = await bench.get("/issuers/oidc.corp/logout?\(query.encoded)").expect(200)
    #expect(
      reply.json == ["redirectUri": .string(Self.back), "responseMode": "query", "fields": [:]])
    let bare = await bench.get(
      "/issuers/oidc.corp/logout?emulator_confirmed=1&emulator_answer=json")
    #expect(bare.json == ["fields": [:]])
  }

  @Test func `a logout without an ID token asks first`() async {
    let query: FormFields = ["client_id": "client", "post_logout_redirect_uri": Self.back]
    let page = await bench.get("/issuers/oidc.corp/logout?\(query.encoded)").expect(200)
    #expect(page.text.contains("Sign out of corp?"))
    await bench.get("/issuers/oidc.corp/logout").expect(200).expect(lacking: "Goes to")
    var form = FormFields()
    for (name, value) in page.hidden { form.add(name, value) }
    let reply = await bench.form("/issuers/oidc.corp/logout", form).expect(303)
    #expect(reply.headers["Location"] == Self.back)
  }

  @Test(
    arguments: [
      (["post_logout_redirect_uri": back], "needs id_token_hint or client_id"),
      (["id_token_hint": "x.y.z"], "not an ID token of this issuer"),
      (
        ["client_id": "client", "post_logout_redirect_uri": "https://evil.example.com/"],
        "not registered"
      ),
      (["client_id": "other", "post_logout_redirect_uri": back], "has configured client"),
      (["client_id": "a", "client_id": "b"], "is repeated"),
    ] as [(FormFields, String)])
  func `a logout goes to registered addresses`(query: FormFields, message: String) async throws {
    try bench.configure(
      "oidc.corp",
      ProviderConfig(clientID: "client", postLogoutRedirectURIs: [Self.back]))
    await bench.get("/issuers/oidc.corp/logout?\(query.encoded)").expect(
      400, text: "corp cannot sign you out", message
    ).expect(headers: ["Location": nil])
  }

  @Test(arguments: [
    (
      "oidc.corp",
      [
        "authorization_endpoint", "token_endpoint", "revocation_endpoint",
        "introspection_endpoint", "userinfo_endpoint", "end_session_endpoint", "jwks_uri",
        "device_authorization_endpoint", "pushed_authorization_request_endpoint",
      ]
    ),
    (
      "google.com",
      [
        "authorization_endpoint", "token_endpoint", "revocation_endpoint", "userinfo_endpoint",
        "jwks_uri", "device_authorization_endpoint",
      ]
    ),
  ])
  func `discovery lists every endpoint there is`(issuer: String, names: [String]) async throws {
    let document = try #require(await bench.get(Bench.discovery(of: issuer)).json.object)
    let listed = document.keys.filter { $0.hasSuffix("_endpoint") || $0 == "jwks_uri" }
    #expect(Set(listed) == Set(names))
    for name in names {
      let path = try #require(document[name]?.string?.dropFirst(Bench.base.count))
      let isForm = [
        "token_endpoint", "revocation_endpoint", "introspection_endpoint",
        "device_authorization_endpoint", "pushed_authorization_request_endpoint",
      ].contains(name)
      #expect(await bench.call(isForm ? .post : .get, String(path)).status != 404, "\(name)")
    }
  }
}
