import EmuTestSupport
import Testing

/// The answer and the provider entry for each provider (docs/reference/sign-in-with-idp.md#answer,
/// docs/reference/social.md#what-firebase-stores).
@Suite final class `accounts:signInWithIdp answers per provider`: EmulatorSuite {
  @Test(arguments: [
    "google.com", "apple.com", "facebook.com", "twitter.com", "github.com", "microsoft.com",
    "yahoo.com", "linkedin.com", "oidc.corp", "saml.corp",
  ])
  func `lookup has the raw id where a sign-in has the federated one`(
    provider: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let reply = await emulator.signIn(
        provider,
        "r1", name: "Ann Lee",
        ["picture": "https://example.com/p.png", "screen_name": "annlee", "locale": "de"])
      Idp.expect(reply, is: "provider-\(provider)", profile)
      let lookup = await emulator.client("accounts:lookup", ["idToken": reply["idToken"] ?? .null])
      let entry = try #require(lookup["users"]?[0]?["providerUserInfo"]?[0])
      entry.expect([
        "providerId": .string(provider), "rawId": "r1", "federatedId": "r1",
        "displayName": "Ann Lee", "photoUrl": "https://example.com/p.png", "screenName": "annlee",
        "email": .string(Idp.ann),
      ])
    }
  }

  @Test func `signInWithIdp answers with the claims as they came, but for Google`() async throws {
    let claims = Idp.claims("f1", ["extra": ["nested": [1, 2]], "iss": "https://example.com"])
    let reply = await emulator.signIn("facebook.com", claims: claims)
    #expect(try JSON(parsing: reply["rawUserInfo"]?.string ?? "") == claims)
  }

  @Test func `signInWithIdp makes Google's profile up as the official emulator`() async throws {
    let full = await emulator.signIn(
      "google.com",
      "g1", name: "Ann Lee",
      ["given_name": "Ann", "family_name": "Lee", "picture": "https://example.com/p.png"])
    #expect(
      try JSON(parsing: full["rawUserInfo"]?.string ?? "") == [
        "granted_scopes":
          "openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email",
        "id": "g1", "name": "Ann Lee", "given_name": "Ann", "family_name": "Lee",
        "verified_email": true, "locale": "en", "email": "ann@example.com",
        "picture": "https://example.com/p.png",
      ])
    full.expect(["firstName": "Ann", "lastName": "Lee"])
    let bare = await emulator.signIn("google.com", "g2", email: nil, verified: nil)
    #expect(
      try JSON(parsing: bare["rawUserInfo"]?.string ?? "") == [
        "granted_scopes": "openid https://www.googleapis.com/auth/userinfo.profile", "id": "g2",
        "verified_email": false, "locale": "en",
      ])
  }

  @Test func `signInWithIdp invents an access token in compatible alone`() async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let without = await emulator.signIn("github.com", "h1")
      #expect(
        without["oauthAccessToken"]
          == (profile == .compatible ? "FirebaseAuthEmulatorFakeAccessToken_github.com" : nil))
      let with = await emulator.post(
        "providerId=github.com&access_token=real&id_token=" + Idp.claims("h1").serialized())
      #expect(with["oauthAccessToken"] == "real")
    }
  }

  @Test(
    arguments: [
      ("google.com", Idp.ann, true), ("apple.com", Idp.ann, true), ("oidc.corp", Idp.ann, true),
      ("saml.corp", Idp.ann, true), ("facebook.com", Idp.ann, false),
      ("github.com", Idp.ann, false), ("twitter.com", Idp.ann, false),
      ("microsoft.com", Idp.ann, false), ("linkedin.com", Idp.ann, false),
      ("example.com", Idp.ann, false), ("yahoo.com", Idp.ann, false),
      // Yahoo is trusted about its own addresses.
      ("yahoo.com", "ann@yahoo.com", true),
    ], Profile.allCases)
  func `signInWithIdp answers with trust by provider in production and by claim in compatible`(
    row: (provider: String, email: String, isTrusted: Bool), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(email: row.email)
    let reply = await emulator.signIn(row.provider, "r1", email: row.email)
    let merges = profile == .compatible || row.isTrusted
    #expect((reply["needConfirmation"] == true) == !merges)
    let user = try #require(try emulator.user(owner.uid))
    #expect((user.link(to: row.provider) != nil) == merges)
    user.expect((\.hasPassword, !merges), (\.emailVerified, merges))
  }
}
