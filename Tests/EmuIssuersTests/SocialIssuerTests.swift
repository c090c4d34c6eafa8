import EmuTestSupport
import Testing

/// The common behaviour of all social issuers.
@Suite final class `issuers: the social networks beside each other`: BenchSuite {
  static let issuers = ["facebook.com", "github.com", "twitter.com", "linkedin.com", "yahoo.com"]

  private func code(_ bench: Bench, _ issuer: String) async throws -> String {
    try await bench.code(issuer, issuer == "twitter.com" ? OAuth.challenged : [:])
  }

  private func isGood(_ bench: Bench, _ issuer: String, _ code: String) async throws -> Bool {
    let reply = try await bench.redeem(
      issuer, code, issuer == "twitter.com" ? ["code_verifier": OAuth.verifier] : [:],
      headers: ["Accept": "application/json"])
    return reply["access_token"] != nil
  }

  @Test(arguments: issuers)
  func `one issuer's code and token are refused by another`(issuer: String) async throws {
    let code = try await code(bench, issuer)
    for other in Self.issuers where other != issuer {
      #expect(try await !isGood(bench, other, code), "\(other)")
    }
    #expect(try await isGood(bench, issuer, code))
    let token = try await bench.mint("google.com").value("accessToken")
    for path in [
      "/issuers/github.com/user", "/issuers/twitter.com/2/users/me", "/issuers/facebook.com/me",
      "/issuers/linkedin.com/v2/userinfo", "/issuers/yahoo.com/openid/v1/userinfo",
    ] {
      let reply = await bench.call(.get, path, headers: ["Authorization": "Bearer \(token)"])
      #expect([400, 401].contains(reply.status), "\(path)")
    }
  }

  @Test(arguments: issuers)
  func `every issuer mints, and knows the person again`(issuer: String) async throws {
    let first = try await bench.mint(issuer, ["account": ["email": "ann@example.com"]])
    let again = try await bench.mint(issuer, ["account": ["email": "ann@example.com"]])
    first.expect(["sub": again["sub"], "email": "ann@example.com"])
    #expect(first["accessToken"] != again["accessToken"])
    let hasIDToken = !["github.com", "twitter.com"].contains(issuer)
    #expect((first["idToken"] != nil) == hasIDToken)
    #expect((first["expiresIn"] == nil) == !hasIDToken)
    #expect((first["oauthTokenSecret"] != nil) == (issuer == "twitter.com"))
    #expect(first["refreshToken"] == nil)
    let offline = try await bench.mint(issuer, ["scopes": ["email", "offline_access"]])
    let renews = ["twitter.com", "yahoo.com"].contains(issuer)
    #expect((offline["refreshToken"] != nil) == renews)
  }

  /// The members of a refusal where there is no endpoint, by path.
  @Test(arguments: [
    ("microsoft.com/graph/v1.0/me/memberOf", ["error", "code"]),
    ("facebook.com/v19.0/me/picture", ["error", "type"]), ("github.com/user/orgs", ["message"]),
    ("github.com/login/device/code", ["error_description"]),
    ("linkedin.com/v2/people", ["serviceErrorCode"]), ("twitter.com/2/users", ["title"]),
    ("twitter.com/2/oauth2/introspect", ["error_description"]),
    ("twitter.com/1.1/oauth/invalidate_token", ["errors"]),
    ("microsoft.com/common/oauth2/v3.0/token", ["error_description"]),
  ])
  func `a wrong path is refused in its API's form`(path: String, members: [String]) async throws {
    let reply = try await Bench().get("/issuers/\(path)").expect(404)
    let found = members.reduce(reply.json as JSON?) { json, name in json?[name] }
    #expect(found != nil, "\(reply.text)")
    #expect(reply.text.contains("/issuers/\(path)"), "\(reply.text)")
  }

  @Test func `a method without an endpoint is refused in the form of its API`() async throws {
    let reply = try await Bench().post("/issuers/microsoft.com/graph/v1.0/me", [:]).expect(405)
    #expect(reply["error"]?["code"] == "BadRequest", "\(reply.text)")
  }

  /// The issuers that read `claims`, with the error of a text that is no object.
  @Test(
    arguments: [
      ("oidc.corp", "invalid_request"), ("google.com", "invalid_request"),
      ("microsoft.com", "invalid_request"), ("linkedin.com", nil),
    ] as [(String, String?)], ["{", "[]"])
  func `malformed claims are refused where claims are read`(
    issuer: (id: String, error: String?), claims: String
  ) async throws {
    let reply = try await Bench().authorize(
      issuer.id, ["claims": .some(claims), "emulator_auto": "new"])
    #expect(reply.handed["error"] == issuer.error, "\(reply.text)")
  }

  @Test func `a field of Facebook's that an answer lacks is in the log`() async throws {
    let order: JSON = [
      "account": ["email": "ann@example.com"], "scopes": ["email", "public_profile"],
    ]
    let token = try await bench.mint("facebook.com", order)["accessToken"]?.string
    let reply = try await bench.userInfo("facebook.com", token, path: "/me?fields=nosuch,email")
    #expect(reply.reasons.contains("no nosuch of fields"), "\(reply.reasons)")
  }
}
