import EmuTestSupport
import Testing

@Suite struct `issuers: rules for the tokens of requests` {
  private static func set(_ bench: Bench, _ rules: JSON, issuer: String = "oidc.corp") async
    -> Reply
  {
    await bench.call(.patch, "/emulator/v1/issuers/\(issuer)", ["rules": rules])
  }

  private static func bench(_ rules: JSON, issuer: String = "oidc.corp") async throws -> Bench {
    let bench = try Bench()
    #expect(await set(bench, rules, issuer: issuer).expect(200)["options"]?["rules"] == rules)
    for name in ["ann", "bo"] {
      try await bench.makePerson(
        issuer, ["sub": .string(name), "email": .string("\(name)@example.com")])
    }
    return bench
  }

  private static func signIn(_ bench: Bench, _ fields: Fields = [:]) async throws -> Reply {
    let all = ["emulator_auto": "ann"].merging(fields) { $1 }
    let client = all["client_id"] ?? "client"
    return try await bench.redeem(
      "oidc.corp", bench.code("oidc.corp", all), ["client_id": client])
  }

  private static func idToken(_ bench: Bench, _ fields: Fields = [:]) async throws -> JSON {
    try await signIn(bench, fields).claims("id_token")
  }

  @Test func `a rule adds, replaces and removes claims for the requests that match`() async throws {
    let bench = try await Self.bench([
      ["claims": ["team": "all", "level": 1]],
      ["match": ["clientId": "admin-app"], "claims": ["team": "admins"]],
      ["match": ["scope": "groups"], "claims": ["groups": ["dev"], "email": nil]],
      ["match": ["user": "BO@example.com"], "claims": ["name": "Bo Berg"]],
      ["match": ["user": "bo", "clientId": "admin-app"], "claims": ["team": "bo"]],
      ["match": ["audience": "https://api.example.com"], "claims": ["team": "api"]],
    ])
    let plain = try await Self.idToken(bench)
    plain.expect(["team": "all", "level": 1, "email": "ann@example.com", "groups": nil])
    let admin = try await Self.idToken(bench, ["client_id": "admin-app"])
    #expect(admin["team"] == "admins" && admin["level"] == 1)
    let scoped = try await Self.idToken(bench, ["scope": "openid email groups"])
    #expect(scoped["groups"] == ["dev"] && scoped["email"] == nil)
    let bo = try await Self.idToken(bench, ["emulator_auto": "bo"])
    #expect(bo["name"] == "Bo Berg" && bo["team"] == "all")
    let both = try await Self.idToken(bench, ["emulator_auto": "bo", "client_id": "admin-app"])
    #expect(both["team"] == "bo")
    let own = await bench.grant("client_credentials", ["audience": "https://api.example.com"])
    #expect(try own.claims("access_token")["team"] == "api")
  }

  @Test func `a rule names the carriers of its claims`() async throws {
    let bench = try await Self.bench([
      ["targets": ["id_token"], "claims": ["in": "id"]],
      ["targets": ["userinfo"], "claims": ["in": "userinfo"]],
      ["targets": ["access_token"], "claims": ["in": "access"]],
    ])
    let tokens = try await Self.signIn(bench)
    #expect(try tokens.claims("id_token")["in"] == "id")
    let access = tokens["access_token"]?.string
    #expect(try await bench.userInfo("oidc.corp", access)["in"] == "userinfo")
    #expect(await bench.introspect(access ?? "")["in"] == "access")
    let own = await bench.grant("client_credentials")
    #expect(try own.claims("access_token")["in"] == "access")
  }

  @Test func `a rule gives a client other lifetimes`() async throws {
    let bench = try await Self.bench([
      [
        "match": ["clientId": "short"], "idTokenLifetimeSeconds": 30,
        "accessTokenLifetimeSeconds": 20, "refreshTokenLifetimeSeconds": 50,
      ]
    ])
    let usual = try await Self.signIn(bench).expect(["expires_in": 3600])
    let short = try await Self.signIn(bench, ["client_id": "short"]).expect(["expires_in": 20])
    let claims = try short.claims("id_token")
    #expect((claims["exp"]?.int ?? 0) - (claims["iat"]?.int ?? 0) == 30)
    let front = try await bench.authorize(
      "oidc.corp",
      [
        "client_id": "short", "response_type": "id_token token", "nonce": "n",
        "emulator_auto": "ann",
      ])
    #expect(front.handed["expires_in"] == "20")
    #expect(await bench.grant("client_credentials", ["client_id": "short"])["expires_in"] == 20)
    #expect(try await bench.mint("oidc.corp", ["clientId": "short"])["expiresIn"] == 20)
    bench.advance(by: .seconds(21))
    #expect(try await bench.userInfo("oidc.corp", short["access_token"]?.string).status == 401)
    #expect(try await bench.userInfo("oidc.corp", usual["access_token"]?.string).status == 200)
    let refresh = try short.value("refresh_token")
    let renewed = try await bench.renew("oidc.corp", refresh, ["client_id": "short"])
    #expect(renewed["expires_in"] == 20, "\(renewed.text)")
    bench.advance(by: .seconds(51))
    let late = try await bench.renew(
      "oidc.corp", renewed["refresh_token"]?.string ?? "", ["client_id": "short"])
    #expect(late["error"] == "invalid_grant")
  }

  @Test func `Microsoft's tokens for an API follow rules`() async throws {
    let bench = try await Self.bench(
      [
        [
          "match": ["audience": "api://orders"], "claims": ["roles": ["reader"]],
          "accessTokenLifetimeSeconds": 90,
        ]
      ], issuer: "microsoft.com")
    let reply = try await bench.entraApp("api://orders/.default").expect(["expires_in": 90])
    #expect(try reply.claims("access_token")["roles"] == ["reader"])
  }

  @Test(
    arguments: [
      ([["match": ["scope": "a"]]], "rules[0]: it changes nothing; give it claims or a lifetime"),
      (
        [["claims": ["a": 1]], ["match": ["scope": "a b"], "claims": ["a": 1]]],
        "rules[1].match.scope: give one scope without spaces"
      ),
      ([["match": ["client": "a"], "claims": [:]]], "client: there is no such field"),
      ([["claims": "a"]], "claims"),
      (
        [["targets": ["id"], "claims": ["a": 1]]],
        "rules[0].targets[0]: \"id\" is unknown; use id_token, access_token, userinfo"
      ),
      ([["targets": ["userinfo"]]], "rules[0].targets: name what gets the claims"),
      (
        [["accessTokenLifetimeSeconds": 0]], "rules[0].accessTokenLifetimeSeconds: give 1 to"
      ),
      ([["match": ["user": ""], "claims": ["a": 1]]], "rules[0].match.user: "),
    ] as [(JSON, String)])
  func `a wrong rule is refused with its place`(rules: JSON, message: String) async throws {
    let bench = try Bench()
    await Self.set(bench, rules).expectRefusal(message)
  }
}
