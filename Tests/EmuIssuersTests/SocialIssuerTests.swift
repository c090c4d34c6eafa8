import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The common behaviour of all social issuers.
@Suite final class `issuers: the social networks beside each other`: BenchSuite {
  static let issuers = ["facebook.com", "github.com", "twitter.com", "linkedin.com", "yahoo.com"]

  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge: Fields = [
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

  @Test(arguments: issuers)
  func `one issuer's code and token are refused by another`(issuer: String) async throws {
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
}
