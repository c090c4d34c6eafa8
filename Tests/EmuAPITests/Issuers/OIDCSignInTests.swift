import EmuJSON
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
    var order = Self.ann
    order["algorithm"] = .string(algorithm)
    let minted = try await emulator.mint("oidc.corp", order)
    let reply = await emulator.signIn(with: minted)
    reply.expectGolden("oidc-id-token-\(algorithm.lowercased())", profile)
    try expectUser(of: reply, emulator)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp accepts an OpenID provider's code`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    let reply = await emulator.present("oidc.corp", ["code": minted.code])
    reply.expectGolden("oidc-code", profile)
    try expectUser(of: reply, emulator)
  }

  private func expectUser(of reply: Reply, _ emulator: TestEmulator) throws {
    let account = try reply.expectSession()
    #expect(reply["federatedId"] == "oidc.corp/corp-1")
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == "ann@corp.example")
    #expect(user.emailVerified)
    #expect(user.displayName == "Ann Lee")
    #expect(user.photoURL == "https://corp.example/ann.png")
    #expect(user.link(to: "oidc.corp")?.rawID == "corp-1")
    let firebase = try #require(JSON.claims(ofToken: account.idToken)["firebase"])
    #expect(firebase["sign_in_provider"] == "oidc.corp")
    #expect(firebase["identities"]?["oidc.corp"] == ["corp-1"])
    // The person's claims, and those of this sign-in.
    #expect(
      firebase["sign_in_attributes"]
        == ["team": "blue", "groups": ["admins", "staff"], "level": 7])
  }

  @Test func `without more claims there are no attributes`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let reply = await emulator.signIn(with: try await emulator.mint("oidc.corp"))
    let account = try reply.expectSession()
    #expect(
      JSON.claims(ofToken: account.idToken)["firebase"]?["sign_in_attributes"] == nil)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an OpenID provider accepts a code in the URL of the redirect`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    let handler = "https://demo-project.firebaseapp.com/__/auth/handler"
    let reply = await emulator.post(
      "", uri: "\(handler)?state=x&code=\(minted.code)&providerId=oidc.corp")
    try expectUser(of: reply, emulator)
  }

  // MARK: Codes

  private static func envelope(_ error: String, _ provider: String) -> String {
    "INVALID_IDP_RESPONSE : Error getting access token from \(provider), OAuth2 redirect uri is: "
      + "http://localhost, response: OAuth2TokenResponse{params: error=\(error), httpMetadata: "
      + "HttpMetadata{status=400}}"
  }

  private static let invalidGrant = envelope("invalid_grant", "https://corp.example.com")

  @Test(arguments: Profile.allCases)
  func `a code's ID token signs in by itself`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    let reply = await emulator.present("oidc.corp", ["code": minted.code])
    let account = try reply.expectSession()
    let idToken = try #require(reply["oauthIdToken"]?.string)
    #expect(JSON.claims(ofToken: idToken)["aud"] == "corp-client")
    // An unsigned token would be rejected here.
    let again = await emulator.present("oidc.corp", ["id_token": idToken, "nonce": "raw"])
    #expect(try again.expectSession().uid == account.uid)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an OpenID provider spends a code even when the sign-in is refused`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    let options: JSONObject = ["autoCreate": false]
    let refused = await emulator.present("oidc.corp", ["code": minted.code], options: options)
    #expect(refused.status == 400)
    let again = await emulator.present("oidc.corp", ["code": minted.code])
    again.expect(refusal: Self.invalidGrant)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp accepts an OpenID provider's code once, and then the pending token`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.ann)
    let first = await emulator.present("oidc.corp", ["code": minted.code])
    let account = try first.expectSession()
    let again = await emulator.present("oidc.corp", ["code": minted.code])
    again.expect(refusal: Self.invalidGrant)
    #expect(await emulator.reasons(for: again).contains("The code was exchanged before."))
    let resumed = await emulator.resume(first["pendingToken"])
    #expect(try resumed.expectSession().uid == account.uid)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an OpenID provider refuses a code that has expired`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp")
    emulator.advance(.seconds(600))
    let reply = await emulator.present("oidc.corp", ["code": minted.code])
    reply.expect(refusal: Self.invalidGrant)
    #expect(await emulator.reasons(for: reply).contains("The code has expired."))
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an OpenID provider refuses a code of another client`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", ["clientId": "other"])
    let reply = await emulator.present("oidc.corp", ["code": minted.code])
    reply.expect(refusal: Self.invalidGrant)
    #expect(await emulator.reasons(for: reply).contains("The code was made for client other"))
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an OpenID provider refuses a code of another issuer, or an unknown one`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("google.com", ["clientId": "corp-client"])
    for code in [minted.code, "garbage"] {
      let reply = await emulator.present("oidc.corp", ["code": code])
      reply.expect(refusal: Self.invalidGrant)
      #expect(await emulator.reasons(for: reply).contains("No issuer of this emulator made"))
    }
  }

  @Test(arguments: ["oidc.corp", "google.com", "microsoft.com", "apple.com"])
  func `a code needs a client in production`(provider: String) async throws {
    let emulator = try TestEmulator(profile: .production, hasKeys: true)
    try emulator.configure(provider: provider, ProviderConfig())
    let minted = try await emulator.mint(provider)
    let reply = await emulator.present(provider, ["code": minted.code])
    #expect(reply.status == 400)
    #expect(reply.errorMessage?.contains("error=invalid_client") == true)
    #expect(await emulator.reasons(for: reply).contains("No client id is configured"))
    #expect(await emulator.userCount() == 0)
  }

  @Test func `a code shares what its scopes name`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    var order = Self.ann
    order["scopes"] = ["openid"]
    let minted = try await emulator.mint("oidc.corp", order)
    let reply = await emulator.present("oidc.corp", ["code": minted.code])
    try reply.expectSession()
    #expect(reply["email"] == nil)
    #expect(reply["displayName"] == nil)
    #expect(try emulator.storedUser(of: reply).email == nil)
  }

  @Test(arguments: Profile.allCases)
  func `a code returns the provider's refresh token on request`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    for asks in [true, false] {
      let minted = try await emulator.mint("oidc.corp", Self.ann)
      let reply = await emulator.present(
        "oidc.corp", ["code": minted.code], options: ["returnRefreshToken": .bool(asks)])
      try reply.expectSession()
      #expect((reply["oauthRefreshToken"] != nil) == asks)
      #expect(reply["oauthAccessToken"] != nil)
      #expect(reply["oauthExpireIn"] == 3600)
    }
  }
}
