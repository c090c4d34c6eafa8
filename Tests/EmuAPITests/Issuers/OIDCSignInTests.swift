import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/sign-in-with-idp.md#answer and
/// docs/reference/sign-in-with-idp.md#openid-connect-providers.
@Suite struct `signInWithIdp with an OpenID provider` {
  static let ann: JSONObject = [
    "account": [
      "sub": "corp-1", "email": "ann@corp.example", "name": "Ann Lee",
      "picture": "https://corp.example/ann.png", "claims": ["team": "blue"],
    ],
    "claims": ["groups": ["admins", "staff"], "level": 7], "rawNonce": "raw",
  ]

  @Test(arguments: ["RS256", "ES256"], Profile.allCases)
  func `signInWithIdp accepts an OpenID provider's ID token by either algorithm`(
    algorithm: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let reply = try await emulator.signIn(
      minting: "oidc.corp", Self.ann.merging(["algorithm": .string(algorithm)]))
    reply.expectGolden("oidc-id-token-\(algorithm.lowercased())", profile)
    try expectUser(of: reply, emulator)
  }

  private func expectUser(of reply: Reply, _ emulator: TestEmulator) throws {
    let account = try reply.expectSession()
    #expect(reply["federatedId"] == "oidc.corp/corp-1")
    let user = try emulator.storedUser(of: reply)
    user.expect(
      (\.email, "ann@corp.example"), (\.emailVerified, true), (\.displayName, "Ann Lee"),
      (\.photoURL, "https://corp.example/ann.png"))
    #expect(user.link(to: "oidc.corp")?.rawID == "corp-1")
    let firebase = try #require(account.claims["firebase"])
    #expect(firebase["sign_in_provider"] == "oidc.corp")
    #expect(firebase["identities"]?["oidc.corp"] == ["corp-1"])
    // The person's claims, and those of this sign-in.
    #expect(
      firebase["sign_in_attributes"]
        == ["team": "blue", "groups": ["admins", "staff"], "level": 7])
  }

  // MARK: Codes

  private static let invalidGrant =
    "INVALID_IDP_RESPONSE : Error getting access token from https://corp.example.com, OAuth2 "
    + "redirect uri is: http://localhost, response: OAuth2TokenResponse{params: error=invalid_grant, "
    + "httpMetadata: HttpMetadata{status=400}}"

  private func expectInvalidGrant(
    _ reply: Reply, reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    reply.expect(refusal: Self.invalidGrant, sourceLocation: sourceLocation)
    #expect(reply.log.contains(reason), "\(reply.log)", sourceLocation: sourceLocation)
  }

  @Test(arguments: Profile.allCases)
  func `an OpenID provider's code is good once, then its tokens`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    let first = await emulator.redeem(minted.code, "oidc.corp")
    first.expectGolden("oidc-code", profile)
    try expectUser(of: first, emulator)
    expectInvalidGrant(
      await emulator.redeem(minted.code, "oidc.corp"), reason: "The code was exchanged before.")
    let resumed = await emulator.resume(first["pendingToken"])
    resumed.expect(["localId": first["localId"]]).expect(has: "idToken")
    let idToken = try #require(first["oauthIdToken"]?.string)
    #expect(JSON.claims(ofToken: idToken)["aud"] == "corp-client")
    // An unsigned token would be rejected here.
    let again = await emulator.present("oidc.corp", ["id_token": idToken, "nonce": "raw"])
    again.expect(["localId": first["localId"]]).expect(has: "idToken")
  }

  @Test(arguments: Profile.allCases)
  func `an OpenID provider's code is read in the redirect's URL`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    let reply = await emulator.post(
      "", uri: "\(Client.callback)?state=x&code=\(minted.code)&providerId=oidc.corp")
    try expectUser(of: reply, emulator)
  }

  @Test(arguments: Profile.allCases)
  func `an OpenID provider's code is spent by a refused sign-in`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    await emulator.redeem(minted.code, "oidc.corp", options: ["autoCreate": false]).expect(400)
    await emulator.redeem(minted.code, "oidc.corp").expect(refusal: Self.invalidGrant)
  }

  @Test(arguments: Profile.allCases)
  func `an OpenID provider's code is refused if late or another's`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let late = try await emulator.mint("oidc.corp")
    emulator.advance(.seconds(600))
    let other = try await emulator.mint("oidc.corp", ["clientId": "other"])
    let google = try await emulator.mint("google.com", ["clientId": "corp-client"])
    for (code, reason) in [
      (late.code, "The code has expired."), (other.code, "The code was made for client other"),
      (google.code, "The issuer of google.com made this code"),
      ("garbage", "No issuer of this emulator made"),
    ] {
      expectInvalidGrant(await emulator.redeem(code, "oidc.corp"), reason: reason)
    }
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: ["oidc.corp", "google.com", "microsoft.com", "apple.com"])
  func `a code needs a client in production`(provider: String) async throws {
    let emulator = try TestEmulator(profile: .production, isStored: true)
    try emulator.configure(provider: provider, .init())
    let reply = await emulator.redeem(try await emulator.mint(provider).code, provider)
    reply.expect(400, saying: "error=invalid_client")
    #expect(reply.log.contains("No client id is configured"))
    #expect(await emulator.userCount() == 0)
  }

  @Test func `a code shares what its scopes name`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint("oidc.corp", Self.ann.merging(["scopes": ["openid"]]))
    let reply = await emulator.redeem(minted.code, "oidc.corp")
    try reply.expectSession()
    reply.expect(["email": nil, "displayName": nil])
    #expect(try emulator.storedUser(of: reply).email == nil)
  }

  @Test(arguments: Profile.allCases, [true, false])
  func `a code returns a refresh token on request`(profile: Profile, asks: Bool) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    let reply = await emulator.redeem(
      minted.code, "oidc.corp", options: ["returnRefreshToken": .bool(asks)])
    try reply.expectSession()
    #expect((reply["oauthRefreshToken"] != nil) == asks)
    reply.expect(["oauthExpireIn": 3600]).expect(has: "oauthAccessToken")
  }
}
