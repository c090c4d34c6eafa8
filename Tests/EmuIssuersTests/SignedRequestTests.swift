import EmuTestSupport
import Testing

@testable import EmuModel

/// OAuth 1.0a: docs/reference/social.md#twitter and RFC 5849.
@Suite struct `issuers: Twitter by OAuth 1.0a` {
  private let bench: Bench

  init() async throws {
    bench = try Bench()
    try bench.configure("twitter.com", ProviderConfig(clientID: "client", clientSecret: "s"))
    try await bench.makePerson("twitter.com", Self.ann)
  }

  private static let ann: JSON = [
    "sub": "1249990000000000001", "email": "ann@example.com", "name": "Ann Lee",
    "claims": ["screen_name": "ann_lee"],
  ]

  /// Returns the signer of a request token with Ann's consent, and its verifier.
  private func consented(
    path: String = "authenticate"
  ) async throws -> (signer: OAuthSigner, verifier: String) {
    let token = try await bench.requestToken()
    let name = try #require(token.first("oauth_token"))
    let back = await bench.get(
      "\(Bench.twitter)/oauth/\(path)?oauth_token=\(name)&emulator_auto=ann@example.com")
    #expect(back.destination == Bench.callback)
    #expect(back.handed["oauth_token"] == name)
    return (
      OAuthSigner().with(token, nonce: "nonce-2"), try back.value("oauth_verifier")
    )
  }

  private func exchange(_ signer: OAuthSigner, _ verifier: String?) async throws -> Reply {
    var more = FormFields()
    if let verifier { more.add("oauth_verifier", verifier) }
    return try await bench.signed(.post, "/oauth/access_token", signer, more)
  }

  /// X, "Creating a signature".
  @Test func `these tests sign as Twitter's own example does`() {
    let signer = OAuthSigner(
      client: "xvz1evFS4wEEPTGEFPHBog", secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
      token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
      tokenSecret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
      nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", timestamp: 1_318_622_958)
    let fields = signer.fields(
      "POST", "https://api.twitter.com/1.1/statuses/update.json", [:],
      covering: [
        "include_entities": "true",
        "status": "Hello Ladies + Gentlemen, a signed OAuth request!",
      ])
    #expect(fields.first("oauth_signature") == "hCtSmYh+iHYCEqBWrE7C7hYmtUk=")
  }

  @Test(arguments: ["authenticate", "authorize"])
  func `three legs end in a signed profile`(path: String) async throws {
    let (signer, verifier) = try await consented(path: path)
    let reply = try await exchange(signer, verifier).expect(200)
    let fields = FormFields(parsing: reply.text)
    #expect(fields.first("user_id") == "1249990000000000001")
    #expect(fields.first("screen_name") == "ann_lee")
    var user = OAuthSigner().with(fields, nonce: "nonce-3")
    #expect(user.token?.hasPrefix("1249990000000000001-") == true)
    let profile = try await bench.signed(
      .get, "/1.1/account/verify_credentials.json", user, query: ["include_email": "true"])
    profile.expect([
      "id": 1_249_990_000_000_000_001, "id_str": "1249990000000000001", "screen_name": "ann_lee",
      "email": "ann@example.com", "created_at": "Sat Apr 11 08:34:08 +0000 2020",
    ])
    user.nonce = "nonce-4"
    let plain = try await bench.signed(.get, "/1.1/account/verify_credentials.json", user)
    plain.expect(["name": "Ann Lee", "email": nil])
  }

  @Test func `every leg knows a client of the issuer's own`() async throws {
    try bench.configure("twitter.com", ProviderConfig(clientID: "other", clientSecret: "s"))
    await bench.set("twitter.com", ["clients": [["clientId": "client", "clientSecret": "s"]]])
    let (signer, verifier) = try await consented()
    var forger = signer
    forger.secret = "wrong"
    #expect(try await exchange(forger, verifier)["errors"]?[0]?["code"] == 32)
    let tokens = FormFields(parsing: try await exchange(signer, verifier).text)
    var user = OAuthSigner().with(tokens, nonce: "nonce-3")
    let path = "/1.1/account/verify_credentials.json"
    #expect(try await bench.signed(.get, path, user)["screen_name"] == "ann_lee")
    user.secret = "wrong"
    user.nonce = "nonce-4"
    #expect(try await bench.signed(.get, path, user)["errors"]?[0]?["code"] == 32)
  }

  @Test(
    arguments: [
      (OAuthSigner(secret: "wrong"), 401, 32), (OAuthSigner(tokenSecret: "extra"), 401, 32),
      (OAuthSigner(client: "stranger"), 401, 32), (OAuthSigner(method: "PLAINTEXT"), 401, 32),
      (OAuthSigner(timestamp: Bench.start.seconds - 301), 401, 135),
      (OAuthSigner(timestamp: Bench.start.seconds + 301), 401, 135),
      (OAuthSigner(timestamp: .min), 401, 135), (OAuthSigner(timestamp: .max), 401, 135),
      (OAuthSigner(timestamp: .min + Bench.start.seconds), 401, 135),
      (OAuthSigner(nonce: ""), 400, 215),
      (OAuthSigner(nonce: String(repeating: "n", count: 257)), 400, 215),
    ] as [(OAuthSigner, Int, Int64)])
  func `a wrong signature is refused`(signer: OAuthSigner, status: Int, code: Int64) async throws {
    let reply = try await bench.signed(
      .post, "/oauth/request_token", signer, ["oauth_callback": Bench.callback])
    reply.expect(status, ["errors.0.code": .int(code)])
    _ = try await bench.requestToken()
  }

  @Test func `what was changed after the signature is refused`() async throws {
    let address = Bench.base + Bench.twitter + "/oauth/request_token"
    let fields = OAuthSigner().fields("POST", address, ["oauth_callback": Bench.callback])
    var changed = FormFields()
    for field in fields {
      changed.add(
        field.name,
        field.name == "oauth_callback" ? "https://evil.example.com/" : field.value)
    }
    for (query, header) in [("", changed), ("?x=1", fields)] {
      let reply = await bench.call(
        .post, Bench.twitter + "/oauth/request_token" + query,
        headers: ["Authorization": OAuthSigner.header(header)])
      #expect(reply["errors"]?[0]?["code"] == 32)
    }
    let form = await bench.form(Bench.twitter + "/oauth/request_token", fields)
    #expect(form.status == 200, "the same parameters in a form are signed alike")
  }

  @Test func `a parameter that comes twice, or a body that is no form, is refused`() async throws {
    let address = Bench.base + Bench.twitter + "/oauth/request_token"
    let fields = OAuthSigner().fields("POST", address, ["oauth_callback": Bench.callback])
    for name in ["oauth_nonce", "oauth_callback", "oauth_signature"] {
      let reply = await bench.call(
        .post, Bench.twitter + "/oauth/request_token",
        headers: ["Authorization": OAuthSigner.header(fields.adding(name, "x"))])
      reply.expect(400, ["errors.0.code": 215]).expect(reasons: "\(name) is repeated")
    }
    let plain = await bench.call(
      .post, Bench.twitter + "/oauth/request_token", bytes: Array(fields.encoded.utf8),
      headers: ["Content-Type": "text/plain"])
    plain.expect(400, ["errors.0.code": 215])
    _ = try await bench.requestToken()
  }

  @Test func `a nonce is good once`() async throws {
    _ = try await bench.requestToken()
    try await bench.signed(
      .post, "/oauth/request_token", OAuthSigner(), ["oauth_callback": Bench.callback]
    ).expect(401).expect(reasons: "oauth_nonce")
    var later = OAuthSigner()
    bench.advance(by: .seconds(302))
    later.timestamp += 302
    _ = try await bench.requestToken(later)
  }

  @Test(
    arguments: [
      ("oauth_callback", nil, 400, 215), ("oauth_callback", "javascript:alert(1)", 403, 415),
      ("oauth_callback", "oob", 403, 415),
      ("oauth_callback", "https://other.example.com/", 403, 415),
    ] as [(String, String?, Int, Int64)])
  func `a callback must be there, and the app's own`(
    name: String, callback: String?, status: Int, code: Int64
  ) async throws {
    try bench.configure(
      "twitter.com",
      ProviderConfig(clientID: "client", clientSecret: "s", redirectURIs: [Bench.callback]))
    var more = FormFields()
    if let callback { more.add(name, callback) }
    let reply = try await bench.signed(.post, "/oauth/request_token", OAuthSigner(), more)
    reply.expect(status, ["errors.0.code": .int(code)])
  }

  @Test(arguments: [nil, "wrong"] as [String?])
  func `without its verifier a token is not exchanged or spent`(verifier: String?) async throws {
    var (signer, right) = try await consented()
    #expect(try await exchange(signer, verifier).expect(401)["errors"]?[0]?["code"] == 89)
    signer.nonce = "nonce-3"
    #expect(try await exchange(signer, right).status == 200)
    signer.nonce = "nonce-4"
    try await exchange(signer, right).expect(401, ["errors.0.code": 89])
      .expect(reasons: "exchanged before")
  }

  @Test func `a token without consent, or an old one, is not exchanged`() async throws {
    let token = try await bench.requestToken()
    let signer = OAuthSigner().with(token, nonce: "nonce-2")
    #expect(try await exchange(signer, "any").reasons.contains("No person has consented"))
    bench.advance(by: .seconds(900))
    let page = await bench.get(
      "\(Bench.twitter)/oauth/authenticate?oauth_token=\(signer.token ?? "")&emulator_auto=new")
    #expect(page.status == 400)
  }

  @Test func `a person who cancels on the page is redirected with denied`() async throws {
    let token = try #require(try await bench.requestToken().first("oauth_token"))
    let page = await bench.get("\(Bench.twitter)/oauth/authorize?oauth_token=\(token)").expect(200)
    var choice: FormFields = ["action": "deny"]
    choice.add("request", page.hidden["request"] ?? "")
    let back = await bench.form("\(Bench.twitter)/emulator/oauth", choice).expect(303)
    #expect(back.handed == ["denied": token])
    #expect(await bench.get("\(Bench.twitter)/oauth/authorize?oauth_token=\(token)").status == 400)
  }

  @Test func `a profile requires a signature with the token's own secret`() async throws {
    let minted = try await bench.mint("twitter.com", ["account": ["sub": "1249990000000000001"]])
    var user = OAuthSigner()
    user.token = minted["accessToken"]?.string
    let path = "/1.1/account/verify_credentials.json"
    #expect(try await bench.signed(.get, path, user)["errors"]?[0]?["code"] == 32)
    user.tokenSecret = try minted.value("oauthTokenSecret")
    #expect(try await bench.signed(.get, path, user)["screen_name"] == "ann_lee")
    #expect(await bench.get(Bench.twitter + path)["errors"]?[0]?["code"] == 215)
    user.token = "nobody"
    #expect(try await bench.signed(.get, path, user)["errors"]?[0]?["code"] == 89)
  }

  @Test func `OAuth 2 requires a challenge, and reports the requested fields`() async throws {
    let bare = try await bench.authorize(
      "twitter.com", ["scope": "tweet.read users.read", "emulator_auto": "ann@example.com"])
    #expect(bare.handed["error"] == "invalid_request")
    let challenge = OAuth.challenged.with([
      "emulator_auto": "ann@example.com",
      "scope": "tweet.read users.read users.email offline.access",
    ])
    let code = try await bench.code("twitter.com", challenge)
    let refused = try await bench.redeem("twitter.com", code)
    refused.expect(400, ["error_description": "Value passed for the token was invalid."])
    let reply = try await bench.redeem("twitter.com", code, ["code_verifier": OAuth.verifier])
    reply.expect(["token_type": "bearer", "expires_in": 7200])
    let refresh = try reply.value("refresh_token")
    let token = try reply.value("access_token")
    let me = await bench.call(
      .get, Bench.twitter + "/2/users/me?user.fields=confirmed_email,created_at,nosuch",
      headers: ["Authorization": "Bearer \(token)"])
    #expect(
      me.json == [
        "data": [
          "id": "1249990000000000001", "name": "Ann Lee", "username": "ann_lee",
          "confirmed_email": "ann@example.com", "created_at": "2020-04-11T08:34:08.000Z",
        ]
      ])
    #expect(me.reasons.contains("no nosuch of user.fields"), "\(me.reasons)")
    let renewing = await bench.call(
      .get, Bench.twitter + "/2/users/me", headers: ["Authorization": "Bearer \(refresh)"])
    #expect(renewing.status == 401, "a refresh token opens nothing by itself")
    #expect(try await bench.renew("twitter.com", refresh).status == 200)
    await bench.get(Bench.twitter + "/2/users/me").expect(401, ["title": "Unauthorized"])
  }
}
