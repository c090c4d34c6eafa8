import EmuJOSE
import EmuStore
import EmuTestSupport
import Testing

@Suite final class `issuers: options`: BenchSuite {
  private func set(_ issuer: String, _ options: JSON) async throws -> Reply {
    await bench.call(.patch, "/emulator/v1/issuers/\(issuer)", options)
  }

  @Test func `an issuer's options are shown, changed alone, and given up by null`() async throws {
    try await set("oidc.corp", ["issuer": "https://id.corp.example", "idTokenLifetimeSeconds": 60])
      .expect(200)
    let second = try await set("oidc.corp", ["issuer": nil, "claims": ["team": "blue"]])
    let expected: JSON = ["idTokenLifetimeSeconds": 60, "claims": ["team": "blue"]]
    #expect(second["options"] == expected)
    let shown = await bench.get("/emulator/v1/issuers/oidc.corp").expect(["options": expected])
    shown.expect(["id": "oidc.corp", "issuer": "http://localhost:9099/issuers/oidc.corp"])
  }

  // MARK: The issuer string

  static let modes: [(String, String, String)] = [
    ("oidc.corp", "local", "http://localhost:9099/issuers/oidc.corp"),
    ("oidc.corp", "production", "https://corp.example.com"),
    ("oidc.corp", "https://login.corp.example/realm", "https://login.corp.example/realm"),
    ("apple.com", "production", "https://appleid.apple.com"),
    ("google.com", "production", "https://accounts.google.com"),
    ("google.com", "http://127.0.0.1:1/google", "http://127.0.0.1:1/google"),
    (
      "microsoft.com", "production",
      "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"
    ),
  ]

  @Test(arguments: modes)
  func `issuer strings are the same`(issuer: String, mode: String, expected: String) async throws {
    await bench.set(issuer, ["issuer": .string(mode)])
    let isMicrosoft = issuer == "microsoft.com"
    let account: JSON =
      isMicrosoft ? ["email": "a@b.example", "tenant": "consumers"] : ["email": "a@b.example"]
    let minted = try await bench.mint(issuer, ["account": account])
    let verified = try await bench.verified(minted["idToken"], by: issuer, tenant: "consumers")
    #expect(verified.registered.issuer == expected)
    #expect(verified.expectedIssuer == expected)
  }

  // MARK: Tokens

  @Test(arguments: ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"])
  func `an issuer signs by any algorithm, and keeps keys private`(algorithm: String) async throws {
    await bench.set("oidc.other", ["algorithms": [.string(algorithm)]])
    let minted = try await bench.mint("oidc.other", ["account": ["email": "a@b.example"]])
    let verified = try await bench.verified(minted["idToken"], by: "oidc.other")
    #expect(verified.header.algorithmName == algorithm)
    let document = await bench.get(Bench.discovery(of: "oidc.other"))
    #expect(document["id_token_signing_alg_values_supported"] == [.string(algorithm)])
    // A second key, and one that is retired.
    for body: JSON in [[:], ["retire": true]] {
      _ = await bench.post("/emulator/v1/issuers/oidc.other/keys:rotate", body)
      for key in await bench.get("/issuers/oidc.other/jwks")["keys"]?.array ?? [] {
        let members = Set(key.object?.keys ?? [])
        #expect(!members.isEmpty)
        #expect(members.isDisjoint(with: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]))
        #expect(members.isSuperset(of: ["kty", "kid", "use"]))
        #expect(key["alg"] == .string(algorithm))
      }
    }
  }

  @Test func `lifetimes, claims and names of claims are the user's`() async throws {
    await bench.set(
      "oidc.corp",
      [
        "idTokenLifetimeSeconds": 120, "accessTokenLifetimeSeconds": 30,
        "codeLifetimeSeconds": 10, "claims": ["hd": "corp.example", "picture": nil],
        "claimNames": ["email": "mail"],
      ])
    let minted = try await bench.mint(
      "oidc.corp",
      [
        "account": ["email": "a@b.example", "picture": "https://a.example/p.png"],
        "claims": ["level": 7],
      ])
    try #require(minted["claims"]).expect([
      "exp": .int(Bench.start.seconds + 120), "hd": "corp.example", "picture": nil, "email": nil,
      "mail": "a@b.example", "level": 7,
    ])
    #expect(minted["expiresIn"] == 30)
    let document = await bench.get(Bench.discovery(of: "oidc.corp"))
    let announced = Set(document["claims_supported"]?.array?.compactMap(\.string) ?? [])
    #expect(announced.isSuperset(of: ["sub", "mail", "hd", "name"]))
    #expect(announced.isDisjoint(with: ["email", "picture"]))
    let code = try await bench.code("oidc.corp")
    bench.advance(by: .seconds(10))
    #expect(try await bench.redeem("oidc.corp", code)["error"] == "invalid_grant")
  }

  @Test func `a refresh token ends when the user says so`() async throws {
    await bench.set("oidc.corp", ["refreshTokenLifetimeSeconds": 100])
    let refresh = try await bench.tokens("oidc.corp").value("refresh_token")
    bench.advance(by: .seconds(100))
    #expect(try await bench.renew("oidc.corp", refresh)["error"] == "invalid_grant")
  }

  @Test(arguments: [true, false]) func `refresh tokens rotate or stay`(rotates: Bool) async throws {
    await bench.set("oidc.corp", ["rotatesRefreshTokens": .bool(rotates)])
    let refresh = try await bench.tokens("oidc.corp").value("refresh_token")
    let renewed = try await bench.renew("oidc.corp", refresh)
    #expect((renewed["refresh_token"] != nil) == rotates)
    #expect((try await bench.renew("oidc.corp", refresh).status == 200) == !rotates)
  }

  @Test func `a challenge can be required`() async throws {
    await bench.set("oidc.corp", ["requiresPKCE": true])
    let plain = try await bench.authorize("oidc.corp", ["emulator_auto": "new"])
    #expect(plain.handed["error"] == "invalid_request")
    #expect(plain.handed["error_description"]?.contains("code_challenge") == true)
    let verifier = String(repeating: "v", count: 43)
    let code = try await bench.code("oidc.corp", ["code_challenge": verifier])
    #expect(try await bench.redeem("oidc.corp", code)["error"] == "invalid_grant")
    let again = try await bench.code("oidc.corp", ["code_challenge": verifier])
    #expect(try await bench.redeem("oidc.corp", again, ["code_verifier": verifier]).status == 200)
  }

  @Test func `times of tokens lie apart from the clock`() async throws {
    await bench.set("oidc.corp", ["timeOffsetSeconds": -900])
    let minted = try await bench.mint("oidc.corp", ["timeOffsetSeconds": 300])
    #expect(minted["claims"]?["iat"]?.int == Bench.start.seconds - 600)
    #expect(minted["claims"]?["exp"]?.int == Bench.start.seconds + 3000)
    #expect(try await bench.mint("google.com")["claims"]?["iat"]?.int == Bench.start.seconds)
  }

  @Test func `every token has the standing defects`() async throws {
    await bench.set("oidc.corp", ["defects": ["audience-array", "missing-kid", "numeric-strings"]])
    let tokens = try await bench.tokens("oidc.corp")
    let verified = try await bench.verified(tokens["id_token"], by: "oidc.corp")
    #expect(verified.header.kid == nil)
    verified.claims.expect(["aud": ["client"], "exp": .string(String(Bench.start.seconds + 3600))])
  }

  // MARK: Clients

  @Test func `the issuer's own clients have their own secrets and addresses`() async throws {
    await bench.set(
      "oidc.corp",
      [
        "clients": [
          ["clientId": "client", "clientSecret": "one", "redirectUris": [.string(Bench.callback)]],
          ["clientId": "second", "clientSecret": "two"],
        ]
      ])
    for (client, secret, isGood) in [
      ("client", "one", true), ("client", "two", false), ("second", "two", true),
    ] {
      let code = try await bench.code("oidc.corp", ["client_id": client])
      let reply = try await bench.redeem(
        "oidc.corp", code, ["client_id": client, "client_secret": secret])
      #expect((reply.status == 200) == isGood, "\(client) \(secret): \(reply.text)")
      if !isGood { #expect(reply["error"] == "invalid_client") }
    }
    try await bench.authorize(
      "oidc.corp", ["redirect_uri": "https://other.example/cb"]
    ).expect(400).expect(headers: ["Location": nil])
    let stranger = try await bench.authorize("oidc.corp", ["client_id": "third"]).expect(400)
    #expect(stranger.text.contains("oidc.corp has the clients client, second"))
  }

  @Test func `an issuer's options are merged with what others set at the same time`() async {
    let path = "/emulator/v1/issuers/oidc.corp"
    let replies = [#"{"issuer":"production"}"#, #"{"defects":["expired"]}"#].map { body in
      PendingReply(
        bench.emulator,
        Request(
          method: .patch, path: path, headers: ["Host": "localhost:9099"], body: Array(body.utf8)))
    }
    for reply in replies { #expect(reply.reply().status == 200) }
    #expect(await bench.get(path)["options"] == ["issuer": "production", "defects": ["expired"]])
  }

  @Test func `an issuer's options report stored values that conflict with new ones`() async throws {
    let store = bench.store
    try store.write { writer in
      // As an earlier version may have stored it.
      var options = IssuerOptions()
      options.rotatesRefreshTokens = true
      try writer.store(options, ofIssuer: "google.com", in: store)
    }
    let refused = try await set("google.com", ["idTokenLifetimeSeconds": 60])
    refused.expectRefusal("Kept from before are rotatesRefreshTokens; send null for what shall go.")
    let body: JSON = ["idTokenLifetimeSeconds": 60, "rotatesRefreshTokens": .null]
    #expect(try await set("google.com", body).status == 200)
  }

  @Test func `claims may be moved`() async throws {
    await bench.set("oidc.corp", ["claimNames": ["email": "name", "name": "email"]])
    let claims = try await bench.mint(
      "oidc.corp", ["account": ["email": "ann@example.com", "name": "Ann Lee"]])["claims"]
    claims.expect(["name": "ann@example.com", "email": "Ann Lee"])
  }

  @Test func `an issuer's options survive in the store, and end with a reset`() async throws {
    await bench.set("oidc.corp", ["idTokenLifetimeSeconds": 60])
    _ = await bench.post("/emulator/v1/issuers/oidc.corp/faults", ["effect": ["defect": "expired"]])
    let store = bench.store
    try store.write { writer in try writer.resetAll(in: store) }
    #expect(await bench.get("/emulator/v1/issuers/oidc.corp")["options"] == [:])
    #expect(await bench.get("/emulator/v1/issuers/oidc.corp/faults")["faults"] == [])
    try await bench.mint("oidc.corp")["claims"].expect(["exp": .int(Bench.start.seconds + 3600)])
  }
}
