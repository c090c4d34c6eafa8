import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The answer and the provider entry for each provider (docs/reference/sign-in-with-idp.md#answer,
/// docs/reference/social.md#what-firebase-stores).
@Suite struct `accounts:signInWithIdp answers per provider` {
  @Test(arguments: [
    ("google.com", "https://accounts.google.com/r1"), ("apple.com", "https://appleid.apple.com/r1"),
    ("facebook.com", "http://facebook.com/r1"), ("twitter.com", "http://twitter.com/r1"),
    ("github.com", "http://github.com/r1"), ("microsoft.com", "http://microsoft.com/r1"),
    ("yahoo.com", "http://yahoo.com/r1"), ("linkedin.com", "http://linkedin.com/r1"),
    ("oidc.corp", "oidc.corp/r1"), ("saml.corp", "r1"),
  ])
  func `signInWithIdp answers with production's federated id, and the raw one in lookup`(
    provider: String, federatedID: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let reply = await emulator.signIn(
        provider,
        claims: Idp.claims(
          "r1", name: "Ann Lee",
          ["picture": "https://example.com/p.png", "screen_name": "annlee", "locale": "de"]))
      Idp.expect(reply, is: "provider-\(provider)", profile)
      #expect(reply["federatedId"]?.string == federatedID)
      let lookup = await emulator.client(
        "accounts:lookup", ["idToken": reply["idToken"] ?? .null])
      let entry = try #require(lookup["users"]?[0]?["providerUserInfo"]?[0])
      #expect(entry["providerId"]?.string == provider)
      #expect(entry["rawId"] == "r1")
      #expect(entry["federatedId"] == "r1")
      #expect(entry["displayName"] == "Ann Lee")
      #expect(entry["photoUrl"] == "https://example.com/p.png")
      #expect(entry["screenName"] == "annlee")
      #expect(entry["email"]?.string == Idp.ann)
    }
  }

  @Test func `signInWithIdp answers with the claims as they came, but for Google`() async throws {
    let emulator = try TestEmulator()
    let claims = Idp.claims("f1", ["extra": ["nested": [1, 2]], "iss": "https://example.com"])
    let reply = await emulator.signIn("facebook.com", claims: claims)
    #expect(try JSON(parsing: reply["rawUserInfo"]?.string ?? "") == claims)
  }

  @Test func `signInWithIdp answers with Google's profile as the official emulator makes it up`()
    async throws
  {
    let emulator = try TestEmulator()
    let full = await emulator.signIn(
      "google.com",
      claims: Idp.claims(
        "g1", name: "Ann Lee",
        ["given_name": "Ann", "family_name": "Lee", "picture": "https://example.com/p.png"]))
    #expect(
      try JSON(parsing: full["rawUserInfo"]?.string ?? "") == [
        "granted_scopes":
          "openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email",
        "id": "g1", "name": "Ann Lee", "given_name": "Ann", "family_name": "Lee",
        "verified_email": true, "locale": "en", "email": "ann@example.com",
        "picture": "https://example.com/p.png",
      ])
    #expect(full["firstName"] == "Ann")
    #expect(full["lastName"] == "Lee")
    let bare = await emulator.signIn(
      "google.com", claims: Idp.claims("g2", email: nil, verified: nil))
    #expect(
      try JSON(parsing: bare["rawUserInfo"]?.string ?? "") == [
        "granted_scopes": "openid https://www.googleapis.com/auth/userinfo.profile", "id": "g2",
        "verified_email": false, "locale": "en",
      ])
  }

  @Test func `signInWithIdp answers with an invented access token in compatible alone`()
    async throws
  {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let without = await emulator.signIn("github.com", claims: Idp.claims("h1"))
      #expect(
        without["oauthAccessToken"]
          == (profile == .compatible ? "FirebaseAuthEmulatorFakeAccessToken_github.com" : nil))
      let with = await emulator.post(
        "providerId=github.com&access_token=real&id_token="
          + Idp.claims("h1").serialized())
      #expect(with["oauthAccessToken"] == "real")
    }
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp answers with Twitter's secret`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await emulator.post(
      "providerId=twitter.com&access_token=at&oauth_token_secret=ts&id_token="
        + Idp.claims("t1", ["screen_name": "annlee"]).serialized())
    #expect(reply["oauthAccessToken"] == "at")
    #expect(reply["oauthTokenSecret"] == "ts")
    #expect(reply["screenName"] == "annlee")
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp answers with yahoo.com trusted for its own addresses`(profile: Profile)
    async throws
  {
    for (email, isOwn) in [("ann@yahoo.com", true), ("ann@example.com", false)] {
      let emulator = try TestEmulator.believing(profile)
      let owner = try await emulator.account(email: email)
      let reply = await emulator.signIn("yahoo.com", claims: Idp.claims("y1", email: email))
      let merges = profile == .compatible || isOwn
      #expect((reply["needConfirmation"] == true) == !merges)
      #expect((try emulator.user(owner.uid)?.emailVerified == true) == merges)
    }
  }

  @Test(arguments: [
    "google.com", "apple.com", "oidc.corp", "saml.corp", "facebook.com", "github.com",
    "twitter.com", "microsoft.com", "linkedin.com", "example.com",
  ])
  func `signInWithIdp answers with trust by provider in production and by claim in compatible`(
    provider: String
  ) async throws {
    let trusted: Set = ["google.com", "apple.com", "oidc.corp", "saml.corp"]
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let owner = try await emulator.account()
      let reply = await emulator.signIn(provider, claims: Idp.claims("r1"))
      let merges = profile == .compatible || trusted.contains(provider)
      #expect((reply["needConfirmation"] == true) == !merges)
      #expect((try emulator.user(owner.uid)?.link(to: provider) != nil) == merges)
      #expect((try emulator.user(owner.uid)?.hasPassword == true) == !merges)
    }
  }
}
