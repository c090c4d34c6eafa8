import EmuTestSupport
import Testing

@testable import EmuModel

/// The values that switches change, and those that they do not: docs/reference/apple.md#discovery,
/// docs/reference/apple.md#native-sign-in, docs/reference/apple.md#token-endpoint,
/// docs/reference/apple.md#keys and docs/reference/apple.md#id-token.
@Suite final class `issuers: Apple's tokens and documents`: AppleSuite {
  @Test(arguments: [true, false], [true, false])
  func `flags are texts or Booleans, by switch`(isText: Bool, isVerified: Bool) async throws {
    let bench = try await Bench.apple(AppleApp.config(AppleIssuerOptions(flagsAsText: isText)))
    let minted = try await bench.signInAnn([
      "account": [
        "sub": .string(AppleApp.ann), "hideEmail": true, "emailVerified": .bool(isVerified),
      ]
    ])
    func flag(_ value: Bool) -> JSON { isText ? .string(value ? "true" : "false") : .bool(value) }
    let code = try minted.value("authorizationCode")
    let exchanged = try await bench.exchange(code, client: AppleApp.bundleID)
    for claims in [minted["claims"] ?? .null, try exchanged.claims("id_token")] {
      #expect(claims["email_verified"] == flag(isVerified))
      claims.expect(["is_private_email": flag(true), "nonce_supported": flag(true)])
    }
  }

  @Test func `an address that is not hidden has no is_private_email`() async throws {
    let claims = try await Bench.apple().signInAnn()["claims"]
    claims.expect(["email": "ann@example.com", "is_private_email": nil])
  }

  @Test(arguments: [(nil, 86_400), (600, 600)] as [(Int64?, Int64)])
  func `a token lives for a day, or as set`(seconds: Int64?, life: Int64) async throws {
    if let seconds {
      let reply = await bench.call(
        .patch, "/emulator/v1/issuers/apple.com",
        bytes: Array("{\"idTokenLifetimeSeconds\":\(seconds)}".utf8))
      #expect(reply.status == 200, "\(reply.text)")
    }
    #expect(try await bench.signInAnn()["claims"]?["exp"] == .int(Bench.start.seconds + life))
    try await bench.webSignIn().claims("id_token").expect(["exp": .int(Bench.start.seconds + life)])
  }

  @Test(arguments: [true, false])
  func `a renewal comes with an ID token of the sign-in, by switch`(isSent: Bool) async throws {
    let bench = try await Bench.apple(AppleApp.config(AppleIssuerOptions(renewsIdToken: isSent)))
    let tokens = try await bench.annsTokens()
    bench.advance(by: .seconds(7200))
    let reply = try await bench.refresh(tokens.refresh, client: AppleApp.bundleID)
    let always: Set = ["access_token", "token_type", "expires_in"]
    #expect(Set(reply.json.object?.keys ?? []) == (isSent ? always.union(["id_token"]) : always))
    guard isSent else { return }
    try reply.claims("id_token").expect([
      "auth_time": .int(Bench.start.seconds), "iat": .int(Bench.start.seconds + 7200),
      "real_user_status": nil,
    ])
  }

  @Test func `the address comes in every token once it was shared`() async throws {
    let without = try await bench.signInAnn(["scopes": []])
    without.expect(["claims.email": nil, "authorizedScopes": [], "appleUser": nil])
    _ = try await bench.signInAnn(["scopes": ["email"]])
    #expect(try await bench.signInAnn(["scopes": []])["claims"]?["email"] == "ann@example.com")
  }

  @Test func `a device reports address, name and status the first time alone`() async throws {
    let first = try await bench.signInAnn(["state": "signIn", "claims": ["real_user_status": 1]])
    first.expect([
      "email": "ann@example.com", "fullName": ["givenName": "Ann", "familyName": "Lee"],
      "realUserStatus": 1, "userAgeRange": nil, "authorizedScopes": ["name", "email"],
    ])
    let again = try await bench.signInAnn(["state": "revokeAppleTokenAndDeleteUser"])
    for name in ["email", "fullName", "realUserStatus", "appleUser"] { #expect(again[name] == nil) }
    again.expect(["state": "revokeAppleTokenAndDeleteUser", "sub": first["sub"]])
  }

  @Test(
    arguments: [
      (nil, "http://localhost:9099/issuers/apple.com"),
      ("local", "http://localhost:9099/issuers/apple.com"),
      ("production", "https://appleid.apple.com"), ("https://id.example", "https://id.example"),
    ] as [(String?, String)])
  func `a mint call signs under the project's issuer`(name: String?, issuer: String) async throws {
    var config = AppleApp.config
    config.issuer = name
    let bench = try await Bench.apple(config)
    #expect(try await bench.signInAnn()["claims"]?["iss"] == .string(issuer))
  }

  @Test func `discovery is Apple's, and leaves out what Apple does not have`() async throws {
    let document = await bench.get(Bench.discovery(of: "apple.com"))
    let root = "http://localhost:9099/issuers/apple.com"
    #expect(
      document.json == [
        "issuer": .string(root), "authorization_endpoint": .string(root + "/auth/authorize"),
        "token_endpoint": .string(root + "/auth/token"),
        "revocation_endpoint": .string(root + "/auth/revoke"),
        "jwks_uri": .string(root + "/auth/keys"),
        "token_endpoint_auth_methods_supported": ["client_secret_post"],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query", "fragment", "form_post"],
        "subject_types_supported": ["pairwise"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "scopes_supported": ["openid", "email", "name"],
        "claims_supported": [
          "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce",
          "nonce_supported", "real_user_status", "sub", "transfer_sub",
        ],
      ])
  }

  @Test func `discovery may announce another issuer than the tokens have`() async throws {
    let wrong = "https://account.apple.com"
    let bench = try await Bench.apple(AppleApp.config(AppleIssuerOptions(discoveryIssuer: wrong)))
    let token = try await bench.verify(
      try await bench.signInAnn().value("idToken"),
      discovery: Bench.discovery(of: "apple.com"))
    #expect(token.expectedIssuer == wrong)
    #expect(token.claims["iss"] == "http://localhost:9099/issuers/apple.com")
    #expect(token.isSigned)
  }
}
