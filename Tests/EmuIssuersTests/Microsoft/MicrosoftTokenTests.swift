import EmuCrypto
import EmuJOSE
import EmuTestSupport
import Testing

/// docs/reference/microsoft.md#authorities to docs/reference/microsoft.md#access-tokens.
@Suite final class `Microsoft's documents and tokens`: EntraSuite {
  @Test func `discovery lists what is there, as Microsoft does`() async throws {
    let path = "v2.0/.well-known/openid-configuration"
    let root = Bench.base + "/issuers/microsoft.com"
    await bench.get(Bench.entra("common", path)).expect([
      "authorization_endpoint": .string("\(root)/common/oauth2/v2.0/authorize"),
      "token_endpoint": .string("\(root)/common/oauth2/v2.0/token"),
      "end_session_endpoint": .string("\(root)/common/oauth2/v2.0/logout"),
      "device_authorization_endpoint": .string("\(root)/common/oauth2/v2.0/devicecode"),
      "userinfo_endpoint": .string("\(root)/graph/oidc/userinfo"),
      "token_endpoint_auth_methods_supported": [
        "client_secret_post", "private_key_jwt", "client_secret_basic",
      ],
      "msgraph_host": "localhost:9099/issuers/microsoft.com/graph",
      "request_uri_parameter_supported": false, "frontchannel_logout_supported": true,
      "http_logout_supported": true, "tenant_region_scope": .null,
      "code_challenge_methods_supported": nil, "revocation_endpoint": nil,
      "introspection_endpoint": nil,
    ])
    #expect(await bench.get(Bench.entra(Entra.other, path))["tenant_region_scope"] == "WW")
  }

  @Test(
    arguments: ["wanda@corp.example", "peter@outlook.example"], ["openid", "openid api://my/read"])
  func `the key of a token has the token's issuer`(account: String, scope: String) async throws {
    let code = try await bench.entraCode(
      "common", ["emulator_auto": .some(account), "scope": .some(scope)])
    let reply = try await bench.entraRedeem(code)
    let token = try reply.value(scope == "openid" ? "id_token" : "access_token")
    let keys = await bench.get(Bench.entra("common", "discovery/v2.0/keys"))["keys"]?.array ?? []
    let kid = try CompactJWT(token).header().kid
    let key = try #require(keys.first { $0["kid"]?.string == kid })
    let isPersonal = account.hasSuffix("outlook.example")
    #expect(key["issuer"]?.string?.contains(Entra.consumers) == isPersonal)
  }

  @Test func `a project may have its own issuer where Microsoft has a template`() async throws {
    let bench = try await Bench.entra {
      $0.commonIssuer = .concrete
      $0.tenantId = Entra.other
    }
    let path = "v2.0/.well-known/openid-configuration"
    func issuer(_ tenant: String, _ query: String = "") async throws -> JSON? {
      await bench.get(Bench.entra(tenant, path) + query)["issuer"]
    }
    let concrete = JSON.string("\(Bench.base)/issuers/microsoft.com/\(Entra.other)/v2.0")
    #expect(try await issuer("common") == concrete)
    #expect(try await issuer("organizations", "?appid=client") == concrete)
    #expect(
      try await issuer("consumers")
        == .string("\(Bench.base)/issuers/microsoft.com/\(Entra.consumers)/v2.0"))
    #expect(
      try await issuer("common", "?emulator_project=another")
        == .string("\(Bench.base)/issuers/microsoft.com/{tenantid}/v2.0"))
  }

  @Test func `an instance is one at our own address alone`() async throws {
    let bench = try Bench()
    let query = "discovery/instance?api-version=1.1&authorization_endpoint="
    let own = "\(Bench.base)/issuers/microsoft.com/organizations/oauth2/v2.0/authorize"
    let reply = await bench.get(Bench.entra("common", query + own)).expect([
      "tenant_discovery_endpoint": .string(
        "\(Bench.base)/issuers/microsoft.com/organizations/v2.0/.well-known/openid-configuration")
    ])
    #expect(reply["metadata"]?.array?.first?["preferred_network"] == "localhost:9099")
    await bench.get(Bench.entra("common", query + "https://login.example/common"))
      .expectEntra("invalid_instance", 50049)
    await bench.get(Bench.entra("common", "discovery/instance?api-version=1.1"))
      .expectEntra("invalid_request", 900_144)
  }

  /// The claims of an ID token for a kind of account (docs/reference/microsoft.md#id-token).
  @Test(
    arguments: [
      ("wanda@corp.example", Entra.home, "11111111-2222-3333-4444-555555555555", 3900),
      (
        "peter@outlook.example", Entra.consumers, "00000000-0000-0000-4b2e-abcdefabcdef", 86_700
      ),
      ("gina@other.example", Entra.home, nil, 3900),
    ] as [(String, String, String?, Int64)])
  func `an ID token says who it is for`(
    account: String, tenant: String, objectID: String?, life: Int64
  ) async throws {
    let code = try await bench.entraCode("common", ["emulator_auto": account, "nonce": "n-1"])
    let token = try await bench.entraRedeem(code).value("id_token")
    let verified = try await bench.verify(
      token, discovery: Bench.discovery(of: "microsoft.com", tenant: tenant))
    #expect(verified.isSigned)
    #expect(verified.header.kid != nil)
    let claims = verified.claims
    claims.expect([
      "iss": .string("\(Bench.base)/issuers/microsoft.com/\(tenant)/v2.0"), "tid": .string(tenant),
      "ver": "2.0", "aud": "client", "nonce": "n-1", "preferred_username": .string(account),
      "email": .string(account), "email_verified": nil,
    ])
    if let objectID { #expect(claims["oid"] == .string(objectID)) }
    #expect(claims["sub"]?.string?.utf8.count == 43)
    #expect(claims["iat"] == .int(Bench.start.seconds - 300))
    claims.expect(["nbf": claims["iat"], "exp": .int(Bench.start.seconds - 300 + life)])
    #expect(claims["at_hash"] == nil, "only from the authorization endpoint")
    for name in ["sid", "uti", "rh", "aio"] { #expect(claims[name]?.string?.isEmpty == false) }
    #expect((claims["idp"] != nil) == (account == "gina@other.example"))
  }

  @Test func `the subject differs between apps, and the object id does not`() async throws {
    var tokens: [JSON] = []
    for client in ["client", "client", "second"] {
      let code = try await bench.entraCode("common", ["client_id": .some(client)])
      tokens.append(
        try await bench.entraRedeem(code, "common", ["client_id": .some(client)])
          .claims("id_token"))
    }
    #expect(tokens[0]["sub"] == tokens[1]["sub"])
    #expect(tokens[0]["sub"] != tokens[2]["sub"])
    #expect(tokens[0]["oid"] == tokens[2]["oid"])
  }

  @Test func `scopes decide what the ID token shares`() async throws {
    func claims(_ scope: String, _ account: String = "wanda@corp.example") async throws -> JSON {
      let code = try await bench.entraCode(
        "common", ["scope": .some(scope), "emulator_auto": .some(account)])
      return try await bench.entraRedeem(code).claims("id_token")
    }
    let bare = try await claims("openid")
    for name in ["oid", "name", "preferred_username", "email"] { #expect(bare[name] == nil) }
    let profile = try await claims("openid profile")
    profile.expect(["preferred_username": "wanda@corp.example", "email": nil]).expect(has: "oid")
    #expect(try await claims("openid email")["email"] == "wanda@corp.example")
    #expect(try await claims("openid", "gina@other.example")["email"] == "gina@other.example")
  }

  @Test func `the token endpoint answers what MSAL needs`() async throws {
    let reply = try await bench.entraRedeem(
      try await bench.entraCode(), "common", ["client_info": "1"])
    #expect(reply["expires_in"] == 3599)
    reply.expect(["ext_expires_in": 3599, "scope": "openid profile email User.Read"])
    let info = try JSON(parsing: try #require(Base64URL.decode(reply["client_info"]?.string ?? "")))
    info.expect(["uid": "11111111-2222-3333-4444-555555555555", "utid": .string(Entra.home)])
    #expect(reply["access_token"]?.string?.hasPrefix("EwB") == true)
    let plain = try await bench.entraRedeem(
      try await bench.entraCode("common", ["scope": "User.Read"]))
    for name in ["client_info", "refresh_token", "id_token"] { #expect(plain[name] == nil) }
  }

  @Test func `a renewal returns a new refresh token, and the old one stays valid`() async throws {
    let first = try await bench.entraRedeem(try await bench.entraCode())
    let old = try first.value("refresh_token")
    let second = try await bench.entraRenew(old)
    #expect(second["refresh_token"] != nil)
    #expect(second["refresh_token"] != first["refresh_token"])
    #expect(second["id_token"] != nil)
    #expect(try await bench.entraRenew(old).status == 200)
    try await bench.entraRenew(old, "common", ["scope": "https://graph.microsoft.com/.default"])
      .expect(["scope": "https://graph.microsoft.com/.default", "id_token": nil])
  }

  @Test func `a custom API gets a token that it can verify`() async throws {
    let bench = try await Bench.entra { $0.requestedAccessTokenVersion = 2 }
    let api = "11112222-3333-4444-5555-666677778888"
    let code = try await bench.entraCode(
      "common", ["scope": "openid offline_access api://\(api)/Orders.Read"])
    let reply = try await bench.entraRedeem(code, "common", ["client_secret": "s"])
    let token = try reply.value("access_token")
    let verified = try await bench.verify(
      token, discovery: Bench.discovery(of: "microsoft.com", tenant: Entra.home))
    #expect(verified.isSigned)
    #expect(verified.registered.issuer == verified.expectedIssuer)
    verified.claims.expect([
      "aud": .string(api), "scp": "Orders.Read", "azp": "client", "azpacr": "1", "ver": "2.0",
    ])
    try await bench.graph("/v1.0/me", token).expectRefusal("Invalid audience", status: 401)
  }

  /// The version of an API's registration, with the token's own version, its client and its audience.
  @Test(
    arguments: [
      (nil, "1.0", "appid", "api://orders"), (1, "1.0", "appid", "api://orders"),
      (2, "2.0", "azp", "api://orders"),
    ] as [(Int?, JSON, String, JSON)])
  func `an API's registration chooses the version of its access tokens, by default the first`(
    version: Int?, name: JSON, client: String, audience: JSON
  ) async throws {
    let bench = try await Bench.entra { $0.requestedAccessTokenVersion = version }
    let code = try await bench.entraCode("common", ["scope": "openid api://orders/read"])
    let reply = try await bench.entraRedeem(code, "common", ["client_secret": "s"])
    #expect(reply["scope"] == "api://orders/read")
    let claims = try reply.claims("access_token").expect(["ver": name, "aud": audience])
    #expect(claims[client] == "client")
  }

  @Test func `/.default has the scopes of the consent, or stays if it names none`() async throws {
    for (scope, scp) in [
      ("api://orders/.default", ".default"),
      ("api://orders/read api://orders/write", "read write"),
      ("api://orders/.default", "read write"),
    ] {
      let code = try await bench.entraCode("common", ["scope": "openid \(scope)"])
      let reply = try await bench.entraRedeem(code, "common", ["client_secret": "s"])
      #expect(try reply.claims("access_token")["scp"] == .string(scp), "\(scope)")
    }
  }

  @Test(
    arguments: [
      (Entra.home, "https://graph.microsoft.com/.default", "s", nil, ""),
      ("corp.example", "api://orders/.default", "s", nil, ""),
      ("common", "api://orders/.default", "s", 50059, "invalid_request"),
      (Entra.home, "https://graph.microsoft.com/User.Read", "s", 1_002_012, "invalid_scope"),
      (Entra.home, nil, "s", 900_144, "invalid_request"),
      (Entra.home, "api://orders/.default", nil, 7_000_218, "invalid_client"),
    ] as [(String, String?, String?, Int?, String)])
  func `an app signs in by itself`(
    tenant: String, scope: String?, secret: String?, number: Int?, error: String
  ) async throws {
    let bench = try Bench()
    let reply = try await bench.entraApp(scope, tenant, secret: secret)
    if let number {
      return reply.expectEntra(error, number, status: number == 7_000_218 ? 401 : 400)
    }
    #expect(
      Set((reply.json.object ?? [:]).map(\.key)) == [
        "token_type", "expires_in", "ext_expires_in", "access_token",
      ])
    let claims = try reply.claims("access_token")
    claims.expect(["tid": .string(Entra.home), "idtyp": "app"])
    let aud = try claims.value("aud")
    #expect(scope == "\(aud)/.default")
    let graph = try await bench.graph("/v1.0/me", reply["access_token"]?.string)
    #expect(graph.status == (aud.hasPrefix("api") ? 401 : 400))
  }

  // MARK: - The first generation

  @Test func `the first generation reads resource, and answers in texts`() async throws {
    let page = "oauth2/authorize?client_id=client&response_type=code&redirect_uri=\(Bench.callback)"
    let reply = await bench.get(
      Bench.entra("common", page) + "&emulator_auto=wanda@corp.example&resource=api://orders")
    let code = try reply.value("code")
    let tokens = await bench.form(
      Bench.entra("common", "oauth2/token"),
      [
        "grant_type": "authorization_code", "code": code, "client_id": "client",
        "redirect_uri": Bench.callback,
      ])
    tokens.expect([
      "expires_in": "3599", "expires_on": .string(String(Bench.start.seconds + 3599)),
      "not_before": .string(String(Bench.start.seconds - 300)), "resource": "api://orders",
    ]).expect(has: "refresh_token")
    let issuer = JSON.string("\(Bench.base)/issuers/microsoft.com/\(Entra.home)/")
    let claims = try tokens.claims("id_token")
    claims.expect([
      "iss": issuer, "ver": "1.0", "upn": "wanda@corp.example", "unique_name": "wanda@corp.example",
      "preferred_username": nil,
    ])
    let access = try tokens.claims("access_token")
    access.expect(["iss": issuer, "aud": "api://orders", "appid": "client"])
    let document = await bench.get(Bench.entra(Entra.home, ".well-known/openid-configuration"))
    #expect(document["issuer"] == issuer)
    let app = await bench.form(
      Bench.entra(Entra.home, "oauth2/token"),
      [
        "grant_type": "client_credentials", "client_id": "client", "client_secret": "s",
        "resource": "https://graph.microsoft.com",
      ])
    app.expect(["resource": "https://graph.microsoft.com", "expires_in": "3599"])
  }

  @Test func `the first generation has a separate page`() async throws {
    let page = await bench.get(
      Bench.entra(
        "common",
        "oauth2/authorize?client_id=client&response_type=code&redirect_uri=\(Bench.callback)"))
    #expect(page.text.contains(#"/common/emulator/v1/sign-in""#))
    let reply = await bench.form(
      Bench.entra("common", "emulator/v1/sign-in"),
      [
        "request": page.hidden["request"] ?? "",
        "person": "11111111-2222-3333-4444-555555555555",
      ])
    #expect(reply.handed["code"] != nil, "\(reply.text)")
  }
}
