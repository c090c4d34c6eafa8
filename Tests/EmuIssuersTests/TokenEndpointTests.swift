import EmuCrypto
import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `issuers: the token endpoint`: BenchSuite {
  @Test(arguments: ["oidc.corp", "google.com", "apple.com"])
  func `a code from the page is exchanged for tokens that verify`(issuer: String) async throws {
    let code = try await bench.code(issuer, ["nonce": "n-1"])
    bench.advance(by: .seconds(60))
    let reply = try await bench.redeem(issuer, code).expect(200)
    #expect(reply.headers["Cache-Control"] == "no-store")
    let token = try await bench.verified(reply["id_token"], by: issuer)
    #expect(token.claims["nonce"] == "n-1")
    let access = try reply.value("access_token")
    #expect(token.claims["at_hash"] == .string(TokenHash.value(for: access, algorithm: .rs256)))
    if issuer != "google.com" {
      #expect(token.claims["auth_time"] == .int(Bench.start.seconds), "the sign-in's")
    }
    #expect((reply["scope"] == nil) == (issuer == "apple.com"))
    #expect((reply["refresh_token"] == nil) == (issuer == "google.com"))
  }

  @Test(
    arguments: [
      (OAuth.challenge, "S256", OAuth.verifier, 200),
      (OAuth.challenge, "S256", nil, 400),
      (OAuth.challenge, "S256", OAuth.challenge, 400),
      (OAuth.challenge, "S256", "short", 400),
      (OAuth.verifier, "plain", OAuth.verifier, 200),
      (OAuth.verifier, nil, OAuth.verifier, 200),
      (OAuth.verifier, "plain", OAuth.challenge, 400),
      (nil, nil, OAuth.verifier, 400),
      (nil, nil, nil, 200),
    ] as [(String?, String?, String?, Int)])
  func `a code proves what it was asked for with`(
    challenge: String?, method: String?, verifier: String?, status: Int
  ) async throws {
    for issuer in ["oidc.corp", "google.com"] {
      let bench = try Bench()
      let code = try await bench.code(
        issuer, ["code_challenge": challenge, "code_challenge_method": method])
      let reply = try await bench.redeem(issuer, code, ["code_verifier": verifier]).expect(status)
      guard status == 400 else { continue }
      reply.expect(400, ["error": "invalid_grant"]).expect(reasons: "code_verifier")
      // A wrong verifier consumes nothing.
      let right = challenge == OAuth.challenge ? OAuth.verifier : challenge
      #expect(try await bench.redeem(issuer, code, ["code_verifier": right]).status == 200)
    }
  }

  @Test(
    arguments: ["google.com", "apple.com", "microsoft.com", "oidc.corp"],
    [("call%2Bback", 200), ("call%2bback", 200), ("call+back", 400), ("call%20back", 400)])
  func `a plus in the form of the token endpoint is a space, and an escaped one a plus`(
    issuer: String, row: (redirect: String, status: Int)
  ) async throws {
    let code = try await bench.code(issuer, ["redirect_uri": "https://app.example.com/call+back"])
    let form =
      "grant_type=authorization_code&client_id=client&client_secret=s&redirect_uri="
      + "https://app.example.com/\(row.redirect)&code=" + PercentEncoding.queryComponent(code)
    let reply = await bench.call(
      .post, Bench.token(issuer), bytes: Array(form.utf8),
      headers: ["Content-Type": "application/x-www-form-urlencoded"])
    #expect(reply.status == row.status, "\(reply.text)")
  }

  /// An issuer knows only what it made, so it can end nothing of another one.
  @Test(arguments: [
    "apple.com", "facebook.com", "github.com", "google.com", "linkedin.com", "microsoft.com",
    "oidc.corp", "twitter.com", "yahoo.com",
  ]) func `a code of another issuer is unknown, and does not end`(issuer: String) async throws {
    let maker = issuer == "oidc.corp" ? "apple.com" : "oidc.corp"
    let used = try await bench.code(maker)
    let refresh = try await bench.redeem(maker, used).expect(200)["refresh_token"]?.string
    let unused = try await bench.code(maker)
    let unknown = try await bench.redeem(issuer, "unknown").json
    for code in [used, unused] {
      let reply = try await bench.redeem(issuer, code)
      #expect(reply["error"] == unknown["error"])
      reply.expect(reasons: "The issuer of \(maker) made this code.")
    }
    try await bench.renew(maker, try #require(refresh)).expect(200)
    try await bench.redeem(maker, unused).expect(200)
  }

  @Test(
    arguments: [
      ("oidc.corp", ["redirect_uri": nil], 400, "invalid_grant"),
      ("google.com", ["redirect_uri": nil], 400, "redirect_uri_mismatch"),
      ("apple.com", ["redirect_uri": nil], 400, "invalid_grant"),
      ("oidc.corp", ["client_id": "other"], 400, "invalid_grant"),
      ("google.com", ["code": "unknown"], 400, "invalid_grant"),
      ("oidc.corp", ["client_id": nil], 400, "invalid_request"),
    ] as [(String, Fields, Int, String)])
  func `what does not fit the code is refused, and the code is not spent`(
    issuer: String, fields: Fields, status: Int, error: String
  ) async throws {
    let code = try await bench.code(issuer)
    try await bench.redeem(issuer, code, fields).expect(status, ["error": .string(error)])
    #expect(try await bench.redeem(issuer, code).status == 200)
  }

  @Test(arguments: ["oidc.corp", "google.com"])
  func `a code that comes twice revokes its tokens`(issuer: String) async throws {
    let code = try await bench.code(issuer, ["access_type": "offline"])
    let first = try await bench.redeem(issuer, code)
    let access = try first.value("access_token")
    let refresh = try first.value("refresh_token")
    #expect(try await bench.userInfo(issuer, access).status == 200)
    try await bench.redeem(issuer, code).expect(400, "invalid_grant")
    #expect(try await bench.userInfo(issuer, access).status == 401)
    #expect(try await bench.renew(issuer, refresh)["error"] == "invalid_grant")
  }

  @Test func `an OpenID Connect issuer returns a new refresh token each time`() async throws {
    let old = try await bench.tokens("oidc.corp", ["nonce": "n"]).value("refresh_token")
    bench.advance(by: .seconds(7200))
    let second = try await bench.renew("oidc.corp", old)
    let new = try second.value("refresh_token")
    #expect(new != old)
    let token = try await bench.verify(
      try second.value("id_token"), discovery: Bench.discovery(of: "oidc.corp"))
    #expect(token.claims["nonce"] == nil)
    #expect(token.claims["auth_time"] == .int(Bench.start.seconds))
    #expect(token.claims["iat"] == .int(Bench.start.seconds + 7200))
    #expect(try await bench.renew("oidc.corp", old)["error"] == "invalid_grant")
    #expect(
      try await bench.renew("oidc.corp", new)["error"] == "invalid_grant",
      "the old one came twice, so the new one is gone as well")
  }

  @Test(arguments: ["google.com", "apple.com"])
  func `Google and Apple never rotate`(issuer: String) async throws {
    let code = try await bench.code(issuer, ["access_type": "offline"])
    let token = try await bench.redeem(issuer, code).value("refresh_token")
    for _ in 0..<2 { try await bench.renew(issuer, token).expect(200, ["refresh_token": nil]) }
  }

  @Test func `Google returns a refresh token at the first consent, or if asked`() async throws {
    try await bench.makePerson("google.com", ["sub": "1", "email": "a@example.com"])
    for (fields, isThere) in [
      (["access_type": "offline"], true), (["access_type": "offline"], false),
      (["access_type": "offline", "prompt": "consent"], true), (["prompt": "consent"], false),
    ] as [(Fields, Bool)] {
      let all = fields.with(["emulator_auto": "1"])
      let reply = try await bench.tokens("google.com", all)
      #expect((reply["refresh_token"] != nil) == isThere)
    }
  }

  @Test func `a refresh may ask for less, and not for more`() async throws {
    let token = try await bench.tokens("oidc.corp").value("refresh_token")
    let more = try await bench.renew("oidc.corp", token, ["scope": "openid admin"])
    more.expect(400, "invalid_scope")
    let less = try await bench.renew("oidc.corp", token, ["scope": "openid"])
    #expect(less["scope"] == "openid")
    try less.claims("id_token").expect(["email": nil])
    let next = try less.value("refresh_token")
    #expect(try await bench.renew("oidc.corp", next)["scope"] == "openid email profile")
  }

  @Test func `without openid there is no ID token`() async throws {
    try await bench.tokens("oidc.corp", ["scope": "email"]).expect(200, ["id_token": nil])
  }
}

@Suite final class `issuers: client authentication`: BenchSuite {
  /// `a:b` and `p w+%`, as RFC 6749 §2.3.1 encodes them, and as many libraries do not.
  static let client = "a:b"
  static let secret = "p w+%"

  static func basic(_ text: String) -> Headers {
    let code = Base64URL.encode(Array(text.utf8)).replacing("-", with: "+")
      .replacing("_", with: "/")
    return ["Authorization": "Basic \(code)"]
  }

  static func bench() throws -> Bench {
    let bench = try Bench()
    try bench.configure("oidc.corp", ProviderConfig(clientID: client, clientSecret: secret))
    return bench
  }

  @Test(
    arguments: [
      ("a%3Ab:p+w%2B%25", [:], 200, nil),
      ("a%3Ab:p w+%", [:], 200, nil),
      ("a%3Ab:wrong", [:], 401, "invalid_client"),
      ("a%3Ab:p+w%2B%25", ["client_secret": "p w+%"], 400, "invalid_request"),
      ("a%3Ab:p+w%2B%25", ["client_id": "other"], 400, "invalid_request"),
      ("!", [:], 401, "invalid_client"),
      (nil, ["client_id": "a:b", "client_secret": "p w+%"], 200, nil),
      (nil, ["client_id": "a:b", "client_secret": "wrong"], 401, "invalid_client"),
      (nil, ["client_id": "a:b"], 401, "invalid_client"),
      (nil, ["client_id": "stranger", "client_secret": "p w+%"], 401, "invalid_client"),
    ] as [(String?, Fields, Int, String?)])
  func `a secret travels in the header or in the form`(
    header: String?, fields: Fields, status: Int, error: String?
  ) async throws {
    let bench = try Self.bench()
    let code = try await bench.code("oidc.corp", ["client_id": Self.client])
    let none: Fields = ["client_id": nil, "client_secret": nil]
    let reply = try await bench.redeem(
      "oidc.corp", code, none.with(fields),
      headers: header.map(Self.basic) ?? [:])
    reply.expect(status, ["error": error.map(JSON.string)])
    #expect((reply.headers["WWW-Authenticate"] != nil) == (status == 401))
  }

  @Test func `a client without a secret need not send one`() async throws {
    let code = try await bench.code("oidc.corp")
    #expect(try await bench.redeem("oidc.corp", code, ["client_secret": nil]).status == 200)
  }
}
