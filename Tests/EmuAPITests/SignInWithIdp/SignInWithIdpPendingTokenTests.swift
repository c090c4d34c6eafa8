import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `accounts:signInWithIdp with a pending token` {
  /// Returns the answer to a credential whose address belongs to another user.
  private func conflict(_ emulator: TestEmulator, name: String = "Ann Lee") async -> Reply {
    await emulator.signIn("facebook.com", "f1", verified: false, name: name)
  }

  /// Links the pending credential to the password account with the address.
  private func link(_ token: JSON?, _ emulator: TestEmulator) async -> Reply {
    let signedIn = await emulator.signInWithPassword(Idp.ann, password: "secret-1")
    return await emulator.resume(token, options: ["idToken": signedIn["idToken"] ?? .null])
  }

  @Test(arguments: Profile.allCases)
  func `a pending token keeps the credential for an hour`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account()
    let early = await conflict(emulator)
    emulator.advance(.milliseconds(3_599_999))
    #expect(await emulator.resume(early["pendingToken"])["needConfirmation"] == true)
    emulator.advance(.milliseconds(1))
    let late = await emulator.resume(early["pendingToken"])
    Idp.expect(late, is: "pending-token-expired", profile, status: 400)
  }

  @Test(arguments: Profile.allCases)
  func `a pending token of an identity is replaced by a newer one`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account()
    let first = await conflict(emulator)
    let other = await emulator.signIn("github.com", "h1", verified: false)
    let second = await conflict(emulator, name: "Ann B. Lee")
    #expect(first["pendingToken"] != second["pendingToken"])
    await emulator.resume(first["pendingToken"]).expect(refusal: "INVALID_PENDING_TOKEN")
    #expect(await emulator.resume(other["pendingToken"])["providerId"] == "github.com")
    #expect(await emulator.resume(second["pendingToken"])["displayName"] == "Ann B. Lee")
  }

  @Test(arguments: Profile.allCases)
  func `a pending token is used up by success alone`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account()
    let stranger = try await emulator.signUpAnonymously()
    let token = await conflict(emulator)["pendingToken"]
    // Another conflict of any kind keeps it valid, and answers with the same token.
    #expect(await emulator.resume(token)["pendingToken"] == token)
    await emulator.resume(token, options: stranger.linking).expect(refusal: "EMAIL_EXISTS")
    await emulator.resume(token, options: stranger.linking.merging(["returnIdpCredential": true]))
      .expect(["errorMessage": "EMAIL_EXISTS", "pendingToken": token])
    #expect(await link(token, emulator).status == 200)
    await link(token, emulator).expect(refusal: "INVALID_PENDING_TOKEN")
  }

  @Test(arguments: [(Profile.compatible, nil), (.production, "INVALID_PENDING_TOKEN")])
  func `an ID token beside a pending token that was used is read in compatible`(
    profile: Profile, refusal: String?
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account()
    let token = await conflict(emulator)["pendingToken"]
    #expect(await link(token, emulator).status == 200)
    let again = await emulator.post(
      "providerId=facebook.com&id_token="
        + Idp.claims("f1", verified: false, name: "Ann Lee").serialized(),
      options: ["pendingToken": token ?? .null])
    #expect(again.errorMessage == refusal)
    if refusal == nil { #expect(again["email"]?.string == Idp.ann) }
  }

  /// iOS sends an updated credential without the nonce of its ID token.
  @Test(arguments: ["apple.com", "oidc.corp", "facebook.com", "github.com", "twitter.com"])
  func `an updated credential signs in again in compatible`(_ provider: String) async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let hasToken = ["apple.com", "oidc.corp"].contains(provider)
    var order: JSONObject = ["account": ["sub": "1", "email": .string(Idp.ann)]]
    if hasToken { order["rawNonce"] = "raw" }
    let minted = try await emulator.mint(provider, order)
    let fields: KeyValuePairs<String, String?> =
      hasToken
      ? ["id_token": minted.idToken]
      : ["access_token": minted.accessToken, "oauth_token_secret": minted["oauthTokenSecret"]]
    for _ in 1...2 {
      try await emulator.present(provider, fields, options: ["pendingToken": "used"])
        .expectSession()
    }
  }

  @Test(arguments: Profile.allCases)
  func `a pending token takes precedence over postBody`(profile: Profile) async throws {
    // With every check of production: the old token beside it is ignored.
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account()
    let token = await conflict(emulator)["pendingToken"]
    if profile == .production { try emulator.set([.verifyCredentials: .on]) }
    let signedIn = await emulator.signInWithPassword(Idp.ann, password: "secret-1")
    let reply = await emulator.post(
      "providerId=google.com&id_token=garbage&nonce=wrong",
      options: ["pendingToken": token ?? .null, "idToken": signedIn["idToken"] ?? .null])
    Idp.expect(reply, is: "pending-token-before-post-body", profile)
    #expect(try emulator.storedUser(of: reply).link(to: "facebook.com")?.rawID == "f1")
  }

  @Test(arguments: Profile.allCases)
  func `a pending token carries the profile and provider's tokens`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account()
    let claims = Idp.claims("t1", verified: false, name: "Ann", ["screen_name": "annlee"])
    let first = await emulator.present(
      "twitter.com",
      ["access_token": "at", "oauth_token_secret": "ts", "id_token": claims.serialized()])
    first.expect(["oauthAccessToken": "at", "oauthTokenSecret": "ts", "screenName": "annlee"])
    let resumed = await emulator.resume(first["pendingToken"])
    for key in [
      "email", "displayName", "screenName", "rawUserInfo", "federatedId", "oauthIdToken",
      "oauthAccessToken", "oauthTokenSecret",
    ] {
      #expect(first[key] != nil, "\(key)")
      #expect(resumed[key] == first[key], "\(key)")
    }
  }

  @Test func `a pending token is refused for a provider that was disabled`() async throws {
    let emulator = try TestEmulator.believing(.production)
    _ = try await emulator.account()
    let token = await conflict(emulator)["pendingToken"]
    try emulator.set([.requireConfiguredProviders: .on])
    try emulator.configure(provider: "facebook.com", .init(enabled: false))
    await emulator.resume(token).expect(
      refusal: "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.")
  }
}
