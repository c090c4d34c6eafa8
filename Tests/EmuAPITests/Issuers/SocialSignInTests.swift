import EmuTestSupport
import Testing

@testable import EmuModel

/// The answer and the stored user of a sign-in with a local token or code
/// (docs/reference/social.md#what-firebase-stores).
@Suite struct `signInWithIdp with what a social issuer made` {
  static let providers = ["facebook.com", "github.com", "twitter.com", "linkedin.com", "yahoo.com"]

  private static let order: JSONObject = [
    "account": [
      "sub": "1234567890", "email": "ann@example.com",
      "name": ["givenName": "Ann", "familyName": "Lee"], "picture": "https://example.com/ann.png",
    ]
  ]

  @Test(arguments: providers, Profile.allCases)
  func `a social access token reports a profile`(provider: String, profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(provider, Self.order)
    let reply = await emulator.presentAccessToken(of: minted)
    reply.expectGolden("\(provider)-access-token", profile)
    #expect(try emulator.storedUser(of: reply).link(to: provider)?.rawID == "1234567890")
  }

  @Test(arguments: ["facebook.com", "github.com", "linkedin.com", "yahoo.com"])
  func `a code reports the same profile as an access token`(provider: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(provider, Self.order)
      let byToken = await emulator.presentAccessToken(of: minted)
      let byCode = await emulator.redeem(minted.code, provider)
      try byCode.expectSession()
      for member in ["localId", "rawUserInfo", "email"] {
        #expect(byCode[member] == byToken[member], "\(member)")
      }
      #expect((byCode["oauthIdToken"] != nil) == (provider != "github.com"))
      #expect(await emulator.redeem(minted.code, provider).errorCode == "INVALID_IDP_RESPONSE")
    }
  }

  /// Android's games send a code of Google for the player.
  @Test(arguments: Profile.allCases)
  func `Google's code signs in at Play Games, its token does not`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let games = "playgames.google.com"
    try emulator.configure(
      provider: games, .init(clientID: "google-client", clientSecret: "secret"))
    let minted = try await emulator.mint("google.com", Self.order)
    let reply = await emulator.redeem(minted.code, games)
    try reply.expectSession()
    #expect(reply["providerId"] == .string(games) && reply["email"] == nil)
    #expect(try #require(try emulator.storedUser(of: reply).link(to: games)).rawID == "1234567890")
    let refused = await emulator.present(games, ["access_token": minted.accessToken])
    let code = profile == .production ? "INVALID_CREDENTIAL_OR_PROVIDER_ID" : "INVALID_IDP_RESPONSE"
    #expect(refused.errorCode == code, "\(refused.json)")
  }

  @Test(arguments: [(Profile.production, 400), (.compatible, 200)])
  func `the id of a provider has one spelling in production`(_ profile: Profile, _ status: Int)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.order)
    let reply = await emulator.present("oidc.Corp", ["id_token": minted.idToken])
    #expect(reply.status == status, "\(reply.json)")
    let begun = await emulator.client(
      "accounts:createAuthUri",
      ["providerId": "OIDC.corp", "continueUri": "https://demo-project.web.app/"])
    #expect(begun.status == status, "\(begun.json)")
  }

  @Test(arguments: ["oidc.MyCorp", "saml.MyCorp"], Profile.allCases)
  func `the id of a provider has the spelling of its configuration`(id: String, profile: Profile)
    async throws
  {
    let emulator = try TestEmulator(profile: profile)
    try emulator.configure(provider: id, .init(clientID: "corp-client"))
    try emulator.set([.requireConfiguredProviders: .on, .verifyCredentials: .off])
    let reply = await emulator.signIn(id, claims: ["sub": "p1"])
    try reply.expectSession()
    #expect(reply["providerId"] == .string(id))
    guard id == "oidc.MyCorp" else { return }
    let begun = await emulator.client(
      "accounts:createAuthUri",
      ["providerId": .string(id), "continueUri": "https://demo-project.web.app/"])
    let uri = begun["authUri"]?.string ?? ""
    #expect(uri.contains("/issuers/oidc.MyCorp/"), "\(begun.json)")
    #expect(uri.contains("client_id=corp-client"))
  }

  @Test(arguments: ["facebook.com", "linkedin.com", "yahoo.com"], Profile.allCases)
  func `a social issuer's ID token signs in`(provider: String, profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let isFacebook = provider == "facebook.com"
    let minted = try await emulator.mint(
      provider, isFacebook ? Self.order.merging(["rawNonce": "raw"]) : Self.order)
    let reply = await emulator.signIn(with: minted)
    reply.expectGolden("\(provider)-id-token", profile)
    #expect(try emulator.storedUser(of: reply).link(to: provider)?.rawID == "1234567890")
    guard isFacebook else { return }
    // Facebook's limited login needs the nonce.
    await emulator.present(provider, ["id_token": minted.idToken])
      .expect(refusal: "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
  }

  @Test(arguments: Profile.allCases)
  func `Twitter's token comes with its secret`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("twitter.com", Self.order)
    for (secret, words) in [
      (nil, "of the twitter.com access token is missing."),
      ("wrong", "is not that of the twitter.com access token."),
    ] as [(String?, String)] {
      let reply = await emulator.present(
        "twitter.com", ["access_token": minted.accessToken, "oauth_token_secret": secret])
      reply.expect(refusal: "INVALID_IDP_RESPONSE : The oauth_token_secret \(words)")
    }
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: [
    ("github.com", "read:user"), ("twitter.com", "users.read"), ("facebook.com", "public_profile"),
    ("linkedin.com", "openid"), ("yahoo.com", "openid"),
  ])
  func `claims outside the scopes are not returned`(provider: String, scope: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint(provider, Self.order.merging(["scopes": [.string(scope)]]))
    let reply = await emulator.presentAccessToken(of: minted)
    try reply.expectSession()
    #expect(reply["email"] == nil)
    #expect(try emulator.storedUser(of: reply).email == nil)
  }

  @Test(arguments: ["facebook.com", "github.com", "twitter.com"])
  func `production trusts no social issuer about an address`(provider: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let owner = try await emulator.mint("google.com", ["account": ["email": "ann@example.com"]])
    try await emulator.presentAccessToken(of: owner).expectSession()
    let reply = await emulator.presentAccessToken(of: try await emulator.mint(provider, Self.order))
    reply.expect(["needConfirmation": true, "verifiedProvider": ["google.com"], "idToken": nil])
  }
}
