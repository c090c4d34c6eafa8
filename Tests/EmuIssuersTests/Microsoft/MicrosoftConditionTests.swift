import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/microsoft.md#errors, for numbers with a real condition.
@Suite final class `Microsoft's numbered errors by real conditions`: EntraSuite {
  @Test(
    arguments: [
      ("common", "wanda@corp.example", nil), ("common", "peter@outlook.example", nil),
      ("organizations", "olga@other.example", nil),
      ("organizations", "peter@outlook.example", 500_208),
      ("consumers", "peter@outlook.example", nil), ("consumers", "wanda@corp.example", 500_208),
      (Entra.consumers, "wanda@corp.example", 500_208),
      (Entra.home, "wanda@corp.example", nil), (Entra.home, "gina@other.example", nil),
      (Entra.home, "olga@other.example", 50020), (Entra.home, "peter@outlook.example", 50020),
      ("corp.example", "wanda@corp.example", nil), (Entra.other, "olga@other.example", nil),
      (Entra.other, "wanda@corp.example", 50020), ("common", "nobody@corp.example", 50034),
    ] as [(String, String, Int?)])
  func `a tenant accepts only its own`(tenant: String, account: String, number: Int?) async throws {
    let reply = try await bench.entraAuthorize(tenant, ["emulator_auto": account])
    reply.expectEntraPage(number == 500_208 ? "invalid_request" : "invalid_grant", number)
    #expect(await bench.get("/emulator/v1/issuers/microsoft.com/accounts").status == 200)
  }

  @Test(
    arguments: [
      (.ownTenant, "common", 50194, "invalid_request"),
      (.ownTenant, "organizations", 50194, "invalid_request"),
      (.ownTenant, "consumers", 9_002_332, "invalid_request"),
      (.ownTenant, Entra.other, 700_016, "unauthorized_client"),
      (.ownTenant, Entra.home, nil, ""), (.organizations, "common", nil, ""),
      (.organizations, "consumers", 9_002_332, "invalid_request"),
      (.personal, "organizations", 9_002_331, "invalid_request"),
      (.personal, "common", 500_208, "invalid_request"), (.anyAccount, "common", nil, ""),
    ] as [(AppRegistration.Audience, String, Int?, String)])
  func `an app accepts only the accounts of its registration`(
    audience: AppRegistration.Audience, tenant: String, number: Int?, error: String
  ) async throws {
    try await Bench.entra { $0.signInAudience = audience }.entraAuthorize(tenant)
      .expectEntraPage(error, number)
  }

  @Test func `not every user may use an app, and some scopes need an administrator`() async throws {
    let bench = try await Bench.entra {
      $0.assignedUsers = ["Wanda@corp.example"]
      $0.adminConsentScopes = ["Directory.Read.All"]
    }
    #expect(try await bench.entraAuthorize().handed["code"] != nil)
    try await bench.entraAuthorize("common", ["emulator_auto": "olga@other.example"])
      .expectEntraPage("invalid_grant", 50105)
    try await bench.entraAuthorize("common", ["scope": "openid Directory.Read.All"])
      .expectEntraRedirect("access_denied", 90094)
    try await bench.entraAuthorize("common", ["emulator_auto": "new"])
      .expectEntraPage("invalid_grant", 50105)
    let accounts = await bench.get("/emulator/v1/issuers/microsoft.com/accounts")["accounts"]
    #expect(accounts?.array?.count == Entra.accounts.count, "a refusal makes no account")
  }

  @Test(
    arguments: [
      (["client_id": "stranger"], "unauthorized_client", 700_016),
      (["redirect_uri": nil], "invalid_request", 900_971),
      (["redirect_uri": "https://app.example.com/CB"], "invalid_request", 50011),
      (["redirect_uri": "https://app.example.com/cb?x=1"], "invalid_request", 50011),
    ] as [(Fields, String, Int)])
  func `an unknown client stays on the page`(
    fields: Fields, error: String, number: Int
  ) async throws {
    let bench = try Bench()
    try bench.configure(
      "microsoft.com", ProviderConfig(clientID: "client", redirectURIs: [Bench.callback]))
    try await bench.entraAuthorize("common", fields).expectEntraPage(error, number)
  }

  @Test(
    arguments: [
      (["response_type": "token"], "unsupported_response_type", 70005),
      (["response_type": nil], "invalid_request", 900_144),
      (["response_mode": "web_message"], "invalid_request", 70007),
      (["scope": nil], "invalid_request", 900_144),
      (["scope": "api://a/x api://b/y"], "invalid_scope", 28000),
      (["prompt": "always"], "invalid_request", 90023),
      (["prompt": "none", "emulator_auto": nil], "login_required", 50058),
      (
        ["prompt": "none", "emulator_auto": nil, "login_hint": "wanda@corp.example"],
        "interaction_required", 65001
      ),
      (["prompt": "none", "emulator_fail": "16000"], "interaction_required", 16000),
      (["prompt": "none", "emulator_fail": "50105"], "interaction_required", 50105),
      (["prompt": "none", "emulator_fail": "53003"], "interaction_required", 53003),
      (["code_challenge": "short", "code_challenge_method": "S256"], "invalid_request", 501_491),
    ] as [(Fields, String, Int)])
  func `a client is told of its mistakes`(fields: Fields, error: String, number: Int) async throws {
    let reply = try await Bench.entra().entraAuthorize("common", fields)
    #expect(reply.handed["error"] == error, "\(reply.text)")
    #expect(reply.handed["error_description"]?.hasPrefix("AADSTS\(number): ") == true)
  }

  @Test func `a client that allows no page receives the refusal of an account`() async throws {
    try await bench.entraAuthorize(
      Entra.other, ["emulator_auto": nil, "prompt": "none", "login_hint": "wanda@corp.example"]
    ).expectEntraRedirect("interaction_required", 50020)
  }

  @Test func `ID tokens may be off, require a nonce, and are never in a query`() async throws {
    let off = try await Bench.entra { $0.idTokens = false }.entraAuthorize(
      "common", ["response_type": "code id_token", "nonce": "n"])
    #expect(off.handed["error_description"]?.hasPrefix("AADSTS700054: ") == true)
    let bare = try await bench.entraAuthorize("common", ["response_type": "id_token"])
    #expect(bare.handed["error_description"]?.hasPrefix("AADSTS900144: ") == true)
    let query = try await bench.entraAuthorize(
      "common", ["response_type": "id_token", "nonce": "n", "response_mode": "query"])
    #expect(query.headers["Location"]?.contains("#error=invalid_request") == true)
    #expect(query.handed["error_description"]?.hasPrefix("AADSTS70007: ") == true)
  }

  @Test(
    arguments: [
      (["code": "garbage"], "invalid_grant", 9_002_313),
      (["code": "0.Agarbage"], "invalid_grant", 70000),
      (["code": nil], "invalid_request", 900_144),
      (["grant_type": nil], "invalid_request", 900_144),
      (["grant_type": "magic"], "unsupported_grant_type", 70003),
      (["client_id": "other"], "invalid_grant", 70000),
      (["client_id": nil], "invalid_request", 900_144),
      (["redirect_uri": "https://other.example"], "invalid_grant", 500_112),
      (["code_verifier": nil], "invalid_grant", 50147),
      (["code_verifier": "short"], "invalid_grant", 50147),
      (
        ["code_verifier": "0123456789012345678901234567890123456789012"], "invalid_grant", 501_481
      ),
    ] as [(Fields, String, Int)])
  func `a refused code is not spent`(fields: Fields, error: String, number: Int) async throws {
    let verifier = String(repeating: "v", count: 43)
    let code = try await bench.entraCode(
      "common", ["code_challenge": verifier, "code_challenge_method": "plain"])
    try await bench.entraRedeem(
      code, "common", ["code_verifier": verifier].merging(fields) { $1 }
    ).expectEntra(error, number)
    #expect(try await bench.entraRedeem(code, "common", ["code_verifier": verifier]).status == 200)
  }

  @Test func `a code has its time, its tenant, and one use`() async throws {
    let foreign = try await bench.entraCode()
    try await bench.entraRedeem(foreign, Entra.other).expectEntra("invalid_grant", 700_005)
    try await bench.entraRedeem(foreign, "consumers").expectEntra("invalid_grant", 700_005)
    #expect(try await bench.entraRedeem(foreign, Entra.home).status == 200)
    try await bench.entraRedeem(foreign).expectEntra("invalid_grant", 54005)
    let late = try await bench.entraCode()
    bench.advance(by: .seconds(600))
    try await bench.entraRedeem(late).expectEntra("invalid_grant", 70008)
  }

  @Test func `a refresh token ends by inactivity, and with the consent`() async throws {
    let token = try await bench.entraRedeem(try await bench.entraCode()).value("refresh_token")
    try await bench.entraRenew(token, "common", ["scope": "Mail.Read"])
      .expectEntra("invalid_grant", 65001)
    try await bench.entraRenew("0.ARmade-up").expectEntra("invalid_grant", 70000)
    try await bench.entraRenew(token, Entra.other).expectEntra("invalid_grant", 50020)
    bench.advance(by: .seconds(90 * 86_400))
    try await bench.entraRenew(token).expectEntra("invalid_grant", 700_082)
    let revoked = try await bench.entraRedeem(try await bench.entraCode()).value("refresh_token")
    let sub = "11111111-2222-3333-4444-555555555555"
    _ = await bench.call(
      .patch, "/emulator/v1/issuers/microsoft.com/accounts/\(sub)",
      bytes: Array(#"{"authorizedClients":[]}"#.utf8))
    try await bench.entraRenew(revoked).expectEntra("invalid_grant", 50173)
  }

  @Test func `a client shows who it is`() async throws {
    var app = AppRegistration()
    app.secretEndDateTime = "2099-01-01T00:00:00Z"
    let bench = try await Bench.entra(app, secret: "right")
    func redeem(_ fields: Fields) async throws -> Reply {
      try await bench.entraRedeem(try await bench.entraCode(), "common", fields)
    }
    try await redeem([:]).expectEntra("invalid_client", 7_000_218, status: 401)
    try await redeem(["client_secret": "wrong"])
      .expectEntra("invalid_client", 7_000_215, status: 401)
    try await redeem(["client_secret": "right", "client_id": "stranger"])
      .expectEntra("unauthorized_client", 700_016)
    #expect(try await redeem(["client_secret": "right"]).status == 200)
    app.secretEndDateTime = "2020-01-01T00:00:00Z"
    try bench.configure(
      "microsoft.com",
      ProviderConfig(clientID: "client", clientSecret: "right", registration: app))
    try await redeem(["client_secret": "right"])
      .expectEntra("invalid_client", 7_000_222, status: 401)
    app.publicClient = true
    try bench.configure(
      "microsoft.com",
      ProviderConfig(clientID: "client", clientSecret: "right", registration: app))
    try await redeem(["client_secret": "right"]).expectEntra("invalid_client", 700_025, status: 401)
    #expect(try await redeem([:]).status == 200)
  }

  @Test func `a client with a secret alone shows no assertion`() async throws {
    let bench = try await Bench.entra(secret: "s")
    let claims: JSONObject = [
      "iss": "client", "sub": "client", "exp": .int(Bench.start.seconds + 60), "jti": "1",
      "aud": .string(Bench.base + Bench.entra(Entra.home, "oauth2/v2.0/token")),
    ]
    for secret in ["another", "s"] {
      let reply = try await bench.entraToken(
        Entra.home,
        [
          "grant_type": "client_credentials", "client_id": "client",
          "scope": "api://orders/.default",
          "client_assertion_type": OAuth.assertion,
          "client_assertion": JWTSigner.sign(
            claims: JSON.object(claims).serializedBytes(), secret: Array(secret.utf8)),
        ])
      reply.expectEntra("invalid_client", 700_027, status: 401)
    }
  }

  @Test func `a form is a form, once, and by POST`() async throws {
    let bench = try Bench()
    let path = Bench.entra("common", "oauth2/v2.0/token")
    await bench.get(path).expectEntra("invalid_request", 900_561)
    await bench.form(path, ["grant_type": "a", "client_id": "b", "grant_type": "c"])
      .expectEntra("invalid_request", 9_000_411)
  }

  @Test func `a single-page app's codes are redeemed by its own pages`() async throws {
    let bench = try await Bench.entra { $0.spaRedirectUris = [Bench.callback] }
    try await bench.entraAuthorize().expectEntraRedirect("invalid_request", 9_002_325)
    let verifier = String(repeating: "v", count: 43)
    let challenge = ["code_challenge": verifier, "code_challenge_method": "plain"]
    let code = try await bench.entraCode("common", challenge)
    let proof: Fields = ["code_verifier": verifier]
    try await bench.entraRedeem(code, "common", proof).expectEntra("invalid_request", 9_002_327)
    let origin: Headers = ["Origin": "https://app.example.com"]
    try await bench.entraRedeem(
      code, "common", proof.with(["redirect_uri": "https://x.example/"]),
      headers: origin
    ).expectEntra("invalid_request", 9_002_326)
    let tokens = try await bench.entraRedeem(code, "common", proof, headers: origin).expect(200)
    // A day for all renewals together.
    bench.advance(by: .seconds(86_000))
    let last = try await bench.entraRenew(try tokens.value("refresh_token")).value("refresh_token")
    bench.advance(by: .seconds(400))
    try await bench.entraRenew(last).expectEntra("invalid_grant", 700_082)
  }

  @Test(
    arguments: [
      ("client_secret_post", nil, 7_000_218), ("client_secret_post", "s", nil),
      ("client_secret_basic", "s", 7_000_215), ("none", "s", 700_025), ("none", nil, nil),
    ] as [(String, String?, Int?)])
  func `a client has its registered way`(way: String, secret: String?, number: Int?) async throws {
    var client: JSONObject = ["clientId": "client", "authentication": .string(way)]
    if way != "none" { client["clientSecret"] = "s" }
    await bench.set("microsoft.com", ["clients": [.object(client)]])
    let code = try await bench.entraCode()
    let reply = try await bench.entraRedeem(code, "common", ["client_secret": secret])
    guard let number else {
      #expect(reply.status == 200, "\(reply.text)")
      return
    }
    reply.expectEntra("invalid_client", number, status: 401)
    #expect(reply.reasons.contains("registered for \(way)"))
  }
}
