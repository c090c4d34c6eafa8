import EmuTestSupport
import Testing

@Suite final class `issuers: queued answers`: BenchSuite {
  static let root = "/emulator/v1/issuers/oidc.corp/answers"

  private func queue(_ answers: JSON, issuer: String = "oidc.corp") async -> Reply {
    let reply = await bench.post("/emulator/v1/issuers/\(issuer)/answers", ["answers": answers])
    #expect(reply.status == 200, "\(reply.text)")
    return reply
  }

  private static func lifetime(_ claims: JSON) -> Int64? {
    guard let start = claims["iat"]?.int, let end = claims["exp"]?.int else { return nil }
    return end - start
  }

  @Test(arguments: ["oidc.corp", "google.com", "apple.com", "microsoft.com"])
  func `each token response takes the next answer`(issuer: String) async throws {
    let queued = await queue(
      [
        ["claims": ["groups": ["admins"], "email": .null], "expiresInSeconds": 60],
        ["claims": ["sub": "someone-else"]],
      ], issuer: issuer)
    #expect(queued["answers"]?.array?.count == 2)
    let first = try await bench.tokens(issuer)
    let ordered = try first.claims("id_token")
    ordered.expect(["groups": ["admins"], "email": nil])
    #expect(Self.lifetime(ordered) == 60 || issuer == "microsoft.com" && ordered["exp"] != nil)
    first.expect(["expires_in": 60]).expect(reasons: "The tokens are those of a queued answer.")
    _ = try await bench.verified(first["id_token"], by: issuer)
    let root = "/emulator/v1/issuers/\(issuer)/answers"
    #expect(await bench.get(root)["answers"] == [["claims": ["sub": "someone-else"]]])
    let second = try await bench.redeem(issuer, bench.code(issuer)).claims("id_token")
    second.expect(["sub": "someone-else", "groups": nil])
    #expect(await bench.get(root)["answers"] == [])
    let third = try await bench.tokens(issuer)
    #expect(try third.claims("id_token")["sub"] != "someone-else")
    #expect(third["expires_in"] != 60)
  }

  @Test func `an access token ends when its answer says`() async throws {
    _ = await queue([["expiresInSeconds": 60]])
    let access = try await bench.tokens("oidc.corp")["access_token"]?.string
    #expect(try await bench.userInfo("oidc.corp", access).status == 200)
    bench.advance(by: .seconds(61))
    #expect(try await bench.userInfo("oidc.corp", access).status == 401)
  }

  @Test func `a refused request takes no answer`() async throws {
    _ = await queue([["claims": ["groups": ["admins"]]]])
    #expect(try await bench.redeem("oidc.corp", "nothing").status == 400)
    #expect(await bench.grant("password").status == 400)
    let other = try await bench.tokens("oidc.other")
    #expect(try other.claims("id_token")["groups"] == nil, "another issuer's queue")
    let reply = try await bench.tokens("oidc.corp")
    #expect(try reply.claims("id_token")["groups"] == ["admins"])
  }

  @Test func `every grant takes an answer, for ID token or signed access token`() async throws {
    try await bench.makePerson("oidc.corp", ["sub": "ann", "email": "ann@corp.example"])
    let code = try await bench.code("oidc.corp", ["scope": "openid offline_access"])
    let refresh = try await bench.redeem("oidc.corp", code).value("refresh_token")
    let grants: [(String, Fields, [String])] = [
      ("client_credentials", [:], ["access_token"]),
      ("password", ["username": "ann", "password": "x", "scope": "openid"], ["id_token"]),
      ("refresh_token", ["refresh_token": refresh], ["id_token"]),
    ]
    _ = await queue(
      .array(
        grants.indices.map { ["claims": ["turn": .int(Int64($0))], "expiresInSeconds": 90] }))
    for (turn, (grant, form, tokens)) in grants.enumerated() {
      let reply = await bench.grant(grant, form).expect(["expires_in": 90])
      for token in tokens {
        let claims = try reply.claims(token).expect(["turn": .int(Int64(turn))])
        #expect(Self.lifetime(claims) == 90)
      }
    }
  }

  @Test func `a token for an API of Microsoft takes an answer`() async throws {
    _ = await queue(
      [["claims": ["roles": ["reader"]], "expiresInSeconds": 90]], issuer: "microsoft.com")
    let reply = try await bench.entraApp("api://orders/.default").expect(["expires_in": 90])
    #expect(try reply.claims("access_token")["roles"] == ["reader"])
  }

  @Test func `the queue and the faults are kept apart; a reset empties both`() async {
    let faults = "/emulator/v1/issuers/oidc.corp/faults"
    _ = await queue([["claims": ["a": 1]]])
    #expect(await bench.get(faults)["faults"] == [])
    #expect(await bench.get("/emulator/v1/faults")["faults"] == [])
    #expect(await bench.call(.delete, "/emulator/v1/faults").status == 200)
    #expect(await bench.call(.delete, faults).status == 200)
    #expect(await bench.get(Self.root)["answers"] == [["claims": ["a": 1]]])
    _ = await bench.post(faults, ["effect": ["defect": "expired"]])
    #expect(await bench.call(.delete, Self.root).status == 200)
    #expect(await bench.get(Self.root)["answers"] == [])
    #expect(await bench.get(faults)["faults"]?.array?.count == 1)
    _ = await queue([["claims": ["a": 1]]])
    #expect(await bench.post("/emulator/v1/reset", [:]).status == 200)
    #expect(await bench.get(Self.root)["answers"] == [])
  }

  @Test func `a snapshot has the queue`() async throws {
    _ = await queue([["claims": ["a": 1]], ["claims": ["a": 2]]])
    #expect(await bench.post("/emulator/v1/snapshots", ["name": "queued"]).status == 200)
    let first = try await bench.tokens("oidc.corp")
    #expect(try first.claims("id_token")["a"] == 1)
    #expect(await bench.post("/emulator/v1/snapshots/queued:restore", [:]).status == 200)
    #expect(await bench.get(Self.root)["answers"]?.array?.count == 2)
    let again = try await bench.tokens("oidc.corp")
    #expect(try again.claims("id_token")["a"] == 1)
  }

  @Test(
    arguments: [
      ([:], "answers: "),
      (["answers": []], "answers is empty; give at least one"),
      (["answers": [["claims": ["a": 1]], [:]]], "answers[1] changes nothing; give it claims"),
      (["answers": [["claims": "a"]]], "claims"),
      (["answers": [["claim": ["a": 1]]]], "claim: there is no such field"),
      (["answers": [["expiresInSeconds": 0]]], "answers[0].expiresInSeconds must be 1 to"),
    ] as [(JSON, String)])
  func `answers that cannot be are refused`(body: JSON, message: String) async {
    await bench.post(Self.root, body).expectRefusal(message)
    #expect(await bench.get(Self.root)["answers"] == [])
  }

  @Test func `all queues have a limit, which is not that of faults`() async {
    let full: JSON = .array(Array(repeating: ["expiresInSeconds": 60], count: 1000))
    let one: JSON = ["answers": [["expiresInSeconds": 60]]]
    for number in 0..<10 { _ = await queue(full, issuer: "oidc.n\(number)") }
    await bench.post("/emulator/v1/issuers/oidc.n0/answers", one)
      .expectRefusal("at most 1000 answers")
    await bench.post(Self.root, one).expectRefusal("together queue at most 10000 answers")
    await bench.post("/emulator/v1/issuers/oidc.corp/faults", ["effect": ["defect": "expired"]])
      .expect(200)
  }

  @Test(arguments: ["github.com", "saml.corp"])
  func `an issuer without ID tokens has no queue`(issuer: String) async {
    let reply = await bench.post(
      "/emulator/v1/issuers/\(issuer)/answers", ["answers": [["expiresInSeconds": 60]]])
    reply.expectRefusal("makes no ID tokens")
  }
}
