import EmuHTTP
import EmuJSON
import EmuModel
import Testing

/// Identity providers C.7: every row, with the body and the status that Microsoft documents.
@Suite struct `Microsoft's numbered errors` {
  /// Each number with its `error` and status at the token endpoint.
  static let atToken: [(number: Int, error: String, status: Int)] = [
    (90002, "invalid_request", 400), (50020, "invalid_grant", 400),
    (500_208, "invalid_request", 400), (50194, "invalid_request", 400),
    (9_002_332, "invalid_request", 400), (50034, "invalid_grant", 400),
    (50057, "invalid_grant", 400), (50126, "invalid_grant", 400),
    (51004, "interaction_required", 400), (16000, "interaction_required", 400),
    (16003, "interaction_required", 400), (50105, "invalid_grant", 400),
    (700_016, "unauthorized_client", 400), (50011, "invalid_request", 400),
    (500_113, "invalid_request", 400), (900_971, "invalid_request", 400),
    (70008, "invalid_grant", 400), (54005, "invalid_grant", 400),
    (9_002_313, "invalid_request", 400), (70000, "invalid_grant", 400),
    (700_005, "invalid_grant", 400), (700_082, "invalid_grant", 400),
    (50173, "invalid_grant", 400), (7_000_215, "invalid_client", 401),
    (7_000_222, "invalid_client", 401), (7_000_218, "invalid_client", 401),
    (700_025, "invalid_client", 401), (501_481, "invalid_grant", 400),
    (501_491, "invalid_grant", 400), (50147, "invalid_grant", 400),
    (65001, "invalid_grant", 400), (90094, "invalid_grant", 400),
    (65004, "access_denied", 400), (50058, "login_required", 400),
    (50076, "invalid_grant", 400), (50079, "invalid_grant", 400), (53003, "invalid_grant", 400),
    (700_054, "unsupported_response_type", 400), (70005, "unsupported_response_type", 400),
    (70007, "invalid_request", 400), (70011, "invalid_scope", 400),
    (900_144, "invalid_request", 400), (900_561, "invalid_request", 400),
    (70016, "authorization_pending", 400), (70018, "authorization_declined", 400),
    (70019, "expired_token", 400), (50059, "invalid_request", 400),
  ]

  @Test(arguments: atToken)
  func `is answered at the token endpoint where it is asked for`(
    number: Int, error: String, status: Int
  ) async throws {
    let bench = try Bench()
    for name in ["AADSTS\(number)", String(number)] {
      let reply = try await bench.entraToken(
        "common", ["client_id": "client", "emulator_fail": name])
      #expect(reply.status == status, "\(reply.text)")
      #expect(reply["error"] == .string(error))
      #expect(reply["error_codes"] == [.int(Int64(number))])
      let description = reply["error_description"]?.string ?? ""
      #expect(description.hasPrefix("AADSTS\(number): "))
      #expect(description.contains("\r\nTrace ID: \(reply["trace_id"]?.string ?? "none")\r\n"))
      #expect(reply.response.headers["Cache-Control"] == "no-store")
      let isConditional = [50076, 50079, 53003].contains(number)
      #expect((reply["claims"] != nil) == isConditional)
      #expect(
        reply["suberror"]?.string
          == (isConditional
            ? (number == 53003 ? "message_only" : "basic_action")
            : [65001, 90094].contains(number) ? "consent_required" : nil))
    }
  }

  /// Those that stop on Microsoft's page.
  @Test(
    arguments: [
      (50020, "invalid_grant"), (500_208, "invalid_request"), (50194, "invalid_request"),
      (9_002_332, "invalid_request"), (50034, "invalid_grant"), (50057, "invalid_grant"),
      (50126, "invalid_grant"), (51004, "interaction_required"), (16000, "interaction_required"),
      (16003, "interaction_required"), (700_016, "unauthorized_client"),
      (50011, "invalid_request"), (500_113, "invalid_request"), (900_971, "invalid_request"),
    ])
  func `stays on the page where the client could not be trusted with it`(
    number: Int, error: String
  ) async throws {
    let reply = try await Bench.entra().entraAuthorize(
      "common", ["emulator_fail": "AADSTS\(number)"])
    reply.expectEntraPage(error, number)
  }

  @Test(
    arguments: [
      (50105, "access_denied"), (65001, "interaction_required"), (90094, "access_denied"),
      (65004, "access_denied"), (50058, "login_required"), (50076, "interaction_required"),
      (50079, "interaction_required"), (53003, "interaction_required"),
      (700_054, "unsupported_response_type"), (70005, "unsupported_response_type"),
    ])
  func `reaches the client where it is for the client to know`(
    number: Int, error: String
  ) async throws {
    let reply = try await Bench.entra().entraAuthorize(
      "common", ["emulator_fail": String(number)])
    reply.expectEntraRedirect(error, number)
    #expect(
      reply.handed["error_uri"] == "https://login.microsoftonline.com/error?code=\(number)")
  }

  @Test func `may be chosen on the page, by name`() async throws {
    let bench = try await Bench.entra()
    let page = try await bench.entraAuthorize("common", ["emulator_auto": nil])
    #expect(page.status == 200)
    for number in [50020, 50034, 50057, 50105, 50126, 53003, 65001, 90094] {
      #expect(page.text.contains(#"<option value="AADSTS\#(number)">AADSTS\#(number): "#))
    }
    func choose(_ choice: FormFields) async throws -> Reply {
      var form = choice
      form.add("request", page.hidden["request"] ?? "")
      return try await bench.form(Bench.entra("common", "emulator/sign-in"), form)
    }
    let blocked = try await choose(["action": "fail", "error": "AADSTS53003"])
    #expect(blocked.handed["error"] == "interaction_required")
    let disabled = try await choose(["action": "fail", "error": "AADSTS50057"])
    disabled.expectEntraPage("invalid_grant", 50057)
    let cancelled = try await choose(["action": "cancel"])
    #expect(cancelled.handed["error"] == "access_denied")
    #expect(cancelled.handed["error_subcode"] == "cancel")
    #expect(cancelled.handed["error_description"]?.contains("canceled") == true)
    let declined = try await choose(["action": "deny"])
    #expect(declined.handed["error"] == "access_denied")
    #expect(declined.handed["error_description"]?.hasPrefix("AADSTS65004: ") == true)
    #expect(declined.handed["error_subcode"] == nil)
  }

  @Test func `tells the client's own id of the request, where it sent one`() async throws {
    let id = "0d6ab0d8-7a3c-4a5e-9a30-0a7f7e0c2e55"
    let reply = try await Bench().entraToken(
      "common", ["client_id": "client"], headers: ["client-request-id": id])
    reply.expectEntra("invalid_request", 900_144)
    #expect(reply["correlation_id"] == .string(id))
    #expect(reply["timestamp"]?.string?.hasPrefix("20") == true)
  }

  @Test func `a tenant that can be none has discovery's own name for it`() async throws {
    let bench = try Bench()
    try await bench.get(Bench.entra("nowhere", "v2.0/.well-known/openid-configuration"))
      .expectEntra("invalid_tenant", 90002)
    try await bench.entraToken("nowhere", ["grant_type": "refresh_token"])
      .expectEntra("invalid_request", 90002)
    try await bench.entraAuthorize("nowhere").expectEntraPage("invalid_request", 90002)
  }

  // MARK: - By real conditions

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
  func `a tenant takes its own accounts`(
    tenant: String, account: String, number: Int?
  ) async throws {
    let bench = try await Bench.entra()
    let reply = try await bench.entraAuthorize(tenant, ["emulator_auto": account])
    guard let number else {
      #expect(reply.handed["code"] != nil, "\(reply.text)")
      return
    }
    reply.expectEntraPage(number == 500_208 ? "invalid_request" : "invalid_grant", number)
    #expect(try await bench.get("/emulator/v1/issuers/microsoft.com/accounts").status == 200)
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
      (.personal, "common", 500_208, "invalid_request"), (.everybody, "common", nil, ""),
    ] as [(AppRegistration.Audience, String, Int?, String)])
  func `an app takes the accounts it is registered for`(
    audience: AppRegistration.Audience, tenant: String, number: Int?, error: String
  ) async throws {
    var app = AppRegistration()
    app.signInAudience = audience
    let reply = try await Bench.entra(app).entraAuthorize(tenant)
    guard let number else {
      #expect(reply.handed["code"] != nil, "\(reply.text)")
      return
    }
    reply.expectEntraPage(error, number)
  }

  @Test func `not everybody may use an app, and not everything is for people to grant`()
    async throws
  {
    var app = AppRegistration()
    app.assignedUsers = ["Wanda@corp.example"]
    app.adminConsentScopes = ["Directory.Read.All"]
    let bench = try await Bench.entra(app)
    #expect(try await bench.entraAuthorize().handed["code"] != nil)
    try await bench.entraAuthorize("common", ["emulator_auto": "olga@other.example"])
      .expectEntraRedirect("access_denied", 50105)
    try await bench.entraAuthorize("common", ["scope": "openid Directory.Read.All"])
      .expectEntraRedirect("access_denied", 90094)
  }

  @Test(
    arguments: [
      (["client_id": "stranger"], "unauthorized_client", 700_016),
      (["redirect_uri": nil], "invalid_request", 900_971),
      (["redirect_uri": "https://app.example.com/CB"], "invalid_request", 50011),
      (["redirect_uri": "https://app.example.com/cb?x=1"], "invalid_request", 50011),
    ] as [([String: String?], String, Int)])
  func `an unknown client and a foreign address stay on the page`(
    fields: [String: String?], error: String, number: Int
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
      (["code_challenge": "short", "code_challenge_method": "S256"], "invalid_request", 501_491),
    ] as [([String: String?], String, Int)])
  func `a wrong request is told to the client`(
    fields: [String: String?], error: String, number: Int
  ) async throws {
    let reply = try await Bench.entra().entraAuthorize("common", fields)
    #expect(reply.handed["error"] == error, "\(reply.text)")
    #expect(reply.handed["error_description"]?.hasPrefix("AADSTS\(number): ") == true)
  }

  @Test func `ID tokens may be off, want a nonce, and are never in a query`() async throws {
    var app = AppRegistration()
    app.idTokens = false
    let off = try await Bench.entra(app).entraAuthorize(
      "common", ["response_type": "code id_token", "nonce": "n"])
    #expect(off.handed["error_description"]?.hasPrefix("AADSTS700054: ") == true)
    let bench = try await Bench.entra()
    let bare = try await bench.entraAuthorize("common", ["response_type": "id_token"])
    #expect(bare.handed["error_description"]?.hasPrefix("AADSTS900144: ") == true)
    let query = try await bench.entraAuthorize(
      "common", ["response_type": "id_token", "nonce": "n", "response_mode": "query"])
    #expect(query.response.headers["Location"]?.contains("#error=invalid_request") == true)
    #expect(query.handed["error_description"]?.hasPrefix("AADSTS70007: ") == true)
  }

  @Test(
    arguments: [
      (["code": "garbage"], "invalid_grant", 9_002_313),
      (["code": "0.Agarbage"], "invalid_grant", 70000),
      (["code": nil], "invalid_request", 900_144),
      (["grant_type": nil], "invalid_request", 900_144),
      (["grant_type": "password"], "unsupported_grant_type", 70003),
      (["client_id": "other"], "invalid_grant", 70000),
      (["client_id": nil], "invalid_request", 900_144),
      (["redirect_uri": "https://other.example"], "invalid_grant", 500_112),
      (["code_verifier": nil], "invalid_grant", 50147),
      (["code_verifier": "short"], "invalid_grant", 50147),
      (
        ["code_verifier": "0123456789012345678901234567890123456789012"], "invalid_grant", 501_481
      ),
    ] as [([String: String?], String, Int)])
  func `a code is refused, and is not spent by that`(
    fields: [String: String?], error: String, number: Int
  ) async throws {
    let bench = try await Bench.entra()
    let verifier = String(repeating: "v", count: 43)
    let code = try await bench.entraCode(
      "common", ["code_challenge": verifier, "code_challenge_method": "plain"])
    try await bench.entraRedeem(
      code, "common", ["code_verifier": verifier].merging(fields) { _, new in new }
    ).expectEntra(error, number)
    #expect(
      try await bench.entraRedeem(code, "common", ["code_verifier": verifier]).status == 200)
  }

  @Test func `a code has its time, its tenant, and one use`() async throws {
    let bench = try await Bench.entra()
    let foreign = try await bench.entraCode()
    try await bench.entraRedeem(foreign, Entra.other).expectEntra("invalid_grant", 700_005)
    try await bench.entraRedeem(foreign, "consumers").expectEntra("invalid_grant", 700_005)
    #expect(try await bench.entraRedeem(foreign, Entra.home).status == 200)
    try await bench.entraRedeem(foreign).expectEntra("invalid_grant", 54005)
    let late = try await bench.entraCode()
    bench.clock.advance(by: .seconds(600))
    try await bench.entraRedeem(late).expectEntra("invalid_grant", 70008)
  }

  @Test func `a refresh token ends by inactivity, and with the consent`() async throws {
    let bench = try await Bench.entra()
    let first = try await bench.entraRedeem(try await bench.entraCode())
    let token = try #require(first["refresh_token"]?.string)
    try await bench.entraRenew(token, "common", ["scope": "Mail.Read"])
      .expectEntra("invalid_grant", 65001)
    try await bench.entraRenew("0.ARmade-up").expectEntra("invalid_grant", 70000)
    try await bench.entraRenew(token, Entra.other).expectEntra("invalid_grant", 50020)
    bench.clock.advance(by: .seconds(90 * 86_400))
    try await bench.entraRenew(token).expectEntra("invalid_grant", 700_082)
    let second = try await bench.entraRedeem(try await bench.entraCode())
    let revoked = try #require(second["refresh_token"]?.string)
    let sub = "11111111-2222-3333-4444-555555555555"
    _ = try await bench.send(
      .patch, "/emulator/v1/issuers/microsoft.com/accounts/\(sub)",
      body: Array(#"{"authorizedClients":[]}"#.utf8))
    try await bench.entraRenew(revoked).expectEntra("invalid_grant", 50173)
  }

  @Test func `a client shows who it is`() async throws {
    var app = AppRegistration()
    app.secretEnds = "2099-01-01T00:00:00Z"
    let bench = try await Bench.entra(app, secret: "right")
    func redeem(_ fields: [String: String?]) async throws -> Reply {
      try await bench.entraRedeem(try await bench.entraCode(), "common", fields)
    }
    try await redeem([:]).expectEntra("invalid_client", 7_000_218, status: 401)
    try await redeem(["client_secret": "wrong"])
      .expectEntra("invalid_client", 7_000_215, status: 401)
    try await redeem(["client_secret": "right", "client_id": "stranger"])
      .expectEntra("unauthorized_client", 700_016)
    #expect(try await redeem(["client_secret": "right"]).status == 200)
    app.secretEnds = "2020-01-01T00:00:00Z"
    try bench.configure(
      "microsoft.com",
      ProviderConfig(clientID: "client", clientSecret: "right", registration: app))
    try await redeem(["client_secret": "right"])
      .expectEntra("invalid_client", 7_000_222, status: 401)
    app.isPublicClient = true
    try bench.configure(
      "microsoft.com",
      ProviderConfig(clientID: "client", clientSecret: "right", registration: app))
    try await redeem(["client_secret": "right"])
      .expectEntra("invalid_client", 700_025, status: 401)
    #expect(try await redeem([:]).status == 200)
  }

  @Test func `a form is a form, once, and by POST`() async throws {
    let bench = try Bench()
    let path = Bench.entra("common", "oauth2/v2.0/token")
    try await bench.get(path).expectEntra("invalid_request", 900_561)
    try await bench.send(.post, path, body: Array("{}".utf8))
      .expectEntra("invalid_request", 9_002_313)
    try await bench.form(path, ["grant_type": "a", "client_id": "b", "grant_type": "c"])
      .expectEntra("invalid_request", 9_000_411)
  }

  @Test func `a single-page app's codes are redeemed by its own pages`() async throws {
    var app = AppRegistration()
    app.spaRedirectURIs = [Bench.callback]
    let bench = try await Bench.entra(app)
    try await bench.entraAuthorize().expectEntraRedirect("invalid_request", 9_002_325)
    let verifier = String(repeating: "v", count: 43)
    let challenge = ["code_challenge": verifier, "code_challenge_method": "plain"]
    let code = try await bench.entraCode("common", challenge)
    let proof: [String: String?] = ["code_verifier": verifier]
    try await bench.entraRedeem(code, "common", proof).expectEntra("invalid_request", 9_002_327)
    let origin: Headers = ["Origin": "https://app.example.com"]
    try await bench.entraRedeem(
      code, "common", proof.merging(["redirect_uri": "https://x.example/"]) { _, new in new },
      headers: origin
    ).expectEntra("invalid_request", 9_002_326)
    let tokens = try await bench.entraRedeem(code, "common", proof, headers: origin)
    #expect(tokens.status == 200)
    // A day for all renewals together.
    bench.clock.advance(by: .seconds(86_000))
    let renewed = try await bench.entraRenew(try #require(tokens["refresh_token"]?.string))
    let last = try #require(renewed["refresh_token"]?.string)
    bench.clock.advance(by: .seconds(400))
    try await bench.entraRenew(last).expectEntra("invalid_grant", 700_082)
  }
}
