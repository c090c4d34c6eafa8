import EmuHTTP
import EmuJSON
import EmuModel
import Testing

/// Bad input at the social issuers: the provider's own error, and nothing is spent.
@Suite struct `issuers: bad input at the social networks` {
  static let issuers = ["facebook.com", "github.com", "twitter.com", "linkedin.com", "yahoo.com"]

  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge: [String: String?] = [
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
  ]

  private func code(_ bench: Bench, _ issuer: String) async throws -> String {
    try await bench.code(issuer, issuer == "twitter.com" ? Self.challenge : [:])
  }

  private func isGood(_ bench: Bench, _ issuer: String, _ code: String) async throws -> Bool {
    let reply = try await bench.redeem(
      issuer, code, issuer == "twitter.com" ? ["code_verifier": Self.verifier] : [:],
      headers: ["Accept": "application/json"])
    return reply["access_token"] != nil
  }

  /// What an error is called, wherever the provider puts it.
  private func error(_ reply: Reply) -> String? {
    reply["error"]?["type"]?.string ?? reply["error"]?.string
      ?? FormFields(parsing: reply.text).first("error")
  }

  @Test(arguments: issuers)
  func `a client or an address that is not registered is told on a page alone`(
    issuer: String
  ) async throws {
    let bench = try Bench()
    try bench.configure(
      issuer, ProviderConfig(clientID: "client", redirectURIs: [Bench.callback]))
    for fields in [
      ["client_id": "stranger"], ["client_id": nil],
      ["redirect_uri": "https://evil.example.com/"], ["redirect_uri": Bench.callback + "#x"],
      ["redirect_uri": "javascript:alert(1)"],
      ["redirect_uri": "https://app.example.com/" + String(repeating: "a", count: 4096)],
    ] as [[String: String?]] {
      let reply = try await bench.authorize(
        issuer, fields.merging(["emulator_auto": "new"]) { old, _ in old })
      #expect(reply.status == 400)
      #expect(reply.response.headers["Location"] == nil)
      #expect(reply.response.headers["Content-Security-Policy"] != nil)
    }
    let people = try await bench.get("/emulator/v1/issuers/\(issuer)/accounts")
    #expect(people["accounts"] == [], "nobody was made")
  }

  @Test(arguments: issuers)
  func `a parameter that comes twice or is too long is refused`(issuer: String) async throws {
    let bench = try Bench()
    let query: FormFields = [
      "client_id": "client", "redirect_uri": Bench.callback, "response_type": "code",
      "state": "a", "emulator_auto": "new",
    ]
    let path = Bench.authorize(issuer) + "?" + query.encoded
    #expect(try await bench.get(path + "&state=b").status == 400)
    for (name, length) in [("scope", 2049), ("state", 4097), ("nonce", 2049)] {
      let long = try await bench.authorize(
        issuer, [name: String(repeating: "a", count: length), "emulator_auto": "new"])
      #expect(long.handed["error"] == "invalid_request", "\(name)")
    }
    let code = try await code(bench, issuer)
    let form = "grant_type=authorization_code&client_id=client&client_secret=s&code=\(code)"
    let twice = try await bench.send(
      .post, Bench.token(issuer), body: Array("\(form)&code=\(code)".utf8),
      headers: [
        "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
      ])
    #expect(error(twice) == (issuer == "facebook.com" ? "OAuthException" : "invalid_request"))
    #expect(try await isGood(bench, issuer, code))
  }

  @Test(arguments: issuers)
  func `a body of another type is refused`(issuer: String) async throws {
    let bench = try Bench()
    let code = try await code(bench, issuer)
    let form = "grant_type=authorization_code&client_id=client&client_secret=s&code=\(code)"
    for type in ["text/plain", "multipart/form-data; boundary=x", "application/xml"] {
      let reply = try await bench.send(
        .post, Bench.token(issuer), body: Array(form.utf8),
        headers: ["Content-Type": type, "Accept": "application/json"])
      #expect(
        error(reply) == (issuer == "facebook.com" ? "OAuthException" : "unsupported_grant_type"))
    }
    #expect(try await isGood(bench, issuer, code))
  }

  @Test(arguments: issuers)
  func `one issuer's code and token are none of another's`(issuer: String) async throws {
    let bench = try Bench()
    let code = try await code(bench, issuer)
    for other in Self.issuers where other != issuer {
      #expect(try await !isGood(bench, other, code), "\(other)")
    }
    #expect(try await isGood(bench, issuer, code))
    let token = try #require(try await bench.mint("google.com")["accessToken"]?.string)
    for path in [
      "/issuers/github.com/user", "/issuers/twitter.com/2/users/me", "/issuers/facebook.com/me",
      "/issuers/linkedin.com/v2/userinfo", "/issuers/yahoo.com/openid/v1/userinfo",
    ] {
      let reply = try await bench.send(
        .get, path, headers: ["Authorization": "Bearer \(token)"])
      #expect([400, 401].contains(reply.status), "\(path)")
    }
  }

  @Test(arguments: issuers)
  func `every issuer mints, and knows the person again`(issuer: String) async throws {
    let bench = try Bench()
    let first = try await bench.mint(issuer, ["account": ["email": "ann@example.com"]])
    let again = try await bench.mint(issuer, ["account": ["email": "ann@example.com"]])
    #expect(first["sub"] == again["sub"])
    #expect(first["email"] == "ann@example.com")
    #expect(first["accessToken"] != again["accessToken"])
    let hasIDToken = !["github.com", "twitter.com"].contains(issuer)
    #expect((first["idToken"] != nil) == hasIDToken)
    #expect((first["expiresIn"] == nil) == !hasIDToken)
    #expect((first["oauthTokenSecret"] != nil) == (issuer == "twitter.com"))
    #expect(first["refreshToken"] == nil)
  }
}
