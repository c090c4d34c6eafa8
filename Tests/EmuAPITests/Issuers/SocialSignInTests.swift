import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// The answer and the stored user of a sign-in with a local token or code
/// (docs/reference/social.md#what-firebase-stores).
@Suite struct `signInWithIdp with what a social issuer made` {
  static let providers = ["facebook.com", "github.com", "twitter.com", "linkedin.com", "yahoo.com"]

  private static func order(_ provider: String) -> JSONObject {
    [
      "account": [
        "sub": "1234567890", "email": "ann@example.com",
        "name": ["givenName": "Ann", "familyName": "Lee"],
        "picture": "https://example.com/ann.png",
      ]
    ]
  }

  @Test(arguments: providers, Profile.allCases)
  func `an access token reports the provider's own profile`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(provider, Self.order(provider))
    let reply = await emulator.present(
      provider,
      ["access_token": minted.accessToken, "oauth_token_secret": minted["oauthTokenSecret"]])
    reply.expectGolden("\(provider)-access-token", profile)
    let link = try #require(try emulator.storedUser(of: reply).link(to: provider))
    #expect(link.rawID == "1234567890")
    #expect(reply["federatedId"] == .string("http://\(provider)/1234567890"))
    #expect(reply["oauthAccessToken"] == .string(minted.accessToken))
  }

  @Test(arguments: Profile.allCases)
  func `granted_scopes is a list at Facebook, and a text at Google`(profile: Profile) async throws {
    for (provider, scopes) in [
      ("facebook.com", ["email", "public_profile"] as JSON),
      (
        "google.com",
        "https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile openid"
      ),
    ] {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(provider, Self.order(provider))
      let reply = await emulator.present(provider, ["access_token": minted.accessToken])
      let profile = try JSON(parsing: reply["rawUserInfo"]?.string ?? "")
      #expect(profile["granted_scopes"] == scopes, "\(profile)")
    }
  }

  @Test(arguments: ["facebook.com", "github.com", "linkedin.com", "yahoo.com"])
  func `a code reports the same profile, and is spent`(provider: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(provider, Self.order(provider))
      let byToken = await emulator.present(provider, ["access_token": minted.accessToken])
      let byCode = await emulator.present(provider, ["code": minted.code])
      try byCode.expectSession()
      #expect(byCode["localId"] == byToken["localId"])
      #expect(byCode["rawUserInfo"] == byToken["rawUserInfo"])
      #expect(byCode["email"] == byToken["email"])
      let hasIDToken = provider != "github.com"
      #expect((byCode["oauthIdToken"] != nil) == hasIDToken)
      #expect(
        await emulator.present(provider, ["code": minted.code]).errorCode
          == "INVALID_IDP_RESPONSE")
    }
  }

  /// Android's games send a code of Google for the player.
  @Test(arguments: Profile.allCases)
  func `a code of Google's signs a player of Play Games in, and an access token does not`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let games = "playgames.google.com"
    try emulator.configure(
      provider: games, ProviderConfig(clientID: "google-client", clientSecret: "secret"))
    let minted = try await emulator.mint("google.com", Self.order("google.com"))
    let reply = await emulator.present(games, ["code": minted.code])
    try reply.expectSession()
    #expect(reply["providerId"] == .string(games) && reply["email"] == nil)
    let link = try #require(try emulator.storedUser(of: reply).link(to: games))
    #expect(link.rawID == "1234567890")
    let refused = await emulator.present(games, ["access_token": minted.accessToken])
    let code = profile == .production ? "INVALID_CREDENTIAL_OR_PROVIDER_ID" : "INVALID_IDP_RESPONSE"
    #expect(refused.errorCode == code, "\(refused.json)")
  }

  @Test(arguments: [(Profile.production, 400), (.compatible, 200)])
  func `the id of a provider has one spelling in production`(_ profile: Profile, _ status: Int)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("oidc.corp", Self.order("oidc.corp"))
    let reply = await emulator.present("oidc.Corp", ["id_token": minted.idToken])
    #expect(reply.status == status, "\(reply.json)")
    let begun = await emulator.client(
      "accounts:createAuthUri",
      ["providerId": "OIDC.corp", "continueUri": "https://demo-project.web.app/"])
    #expect(begun.status == status, "\(begun.json)")
  }

  @Test(arguments: ["facebook.com", "linkedin.com", "yahoo.com"], Profile.allCases)
  func `an ID token signs the same person in`(provider: String, profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    var order = Self.order(provider)
    if provider == "facebook.com" { order["rawNonce"] = "raw" }
    let minted = try await emulator.mint(provider, order)
    let reply = await emulator.present(
      provider,
      ["id_token": minted.idToken, "nonce": provider == "facebook.com" ? "raw" : nil])
    reply.expectGolden("\(provider)-id-token", profile)
    #expect(try emulator.storedUser(of: reply).link(to: provider)?.rawID == "1234567890")
  }

  @Test(arguments: Profile.allCases)
  func `Facebook's limited login requires the raw nonce`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    var order = Self.order("facebook.com")
    order["rawNonce"] = "raw"
    let minted = try await emulator.mint("facebook.com", order)
    #expect(
      await emulator.present("facebook.com", ["id_token": minted.idToken]).errorCode
        == "MISSING_OR_INVALID_NONCE")
  }

  @Test(arguments: Profile.allCases)
  func `Twitter's token comes with its secret`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("twitter.com", Self.order("twitter.com"))
    for secret in [nil, "wrong"] as [String?] {
      let reply = await emulator.present(
        "twitter.com", ["access_token": minted.accessToken, "oauth_token_secret": secret])
      reply.expect(
        refusal: "INVALID_IDP_RESPONSE : The oauth_token_secret is not that of the twitter.com "
          + "access token.")
    }
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: [
    ("github.com", "read:user"), ("twitter.com", "users.read"), ("facebook.com", "public_profile"),
    ("linkedin.com", "openid"), ("yahoo.com", "openid"),
  ])
  func `claims outside the scopes are not returned`(provider: String, scope: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    var order = Self.order(provider)
    order["scopes"] = [.string(scope)]
    let minted = try await emulator.mint(provider, order)
    let reply = await emulator.present(
      provider,
      ["access_token": minted.accessToken, "oauth_token_secret": minted["oauthTokenSecret"]])
    try reply.expectSession()
    #expect(reply["email"] == nil)
    #expect(try emulator.storedUser(of: reply).email == nil)
  }

  @Test(arguments: ["facebook.com", "github.com", "twitter.com"])
  func `production trusts no social issuer about an address`(provider: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    try await emulator.present(
      "google.com",
      [
        "access_token": emulator.mint(
          "google.com", ["account": ["email": "ann@example.com"]]
        ).accessToken
      ]
    ).expectSession()
    let minted = try await emulator.mint(provider, Self.order(provider))
    let reply = await emulator.present(
      provider,
      ["access_token": minted.accessToken, "oauth_token_secret": minted["oauthTokenSecret"]])
    #expect(reply["needConfirmation"] == true)
    #expect(reply["verifiedProvider"] == ["google.com"])
    #expect(reply["idToken"] == nil)
  }
}
