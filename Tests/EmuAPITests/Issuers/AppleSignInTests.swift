import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/apple.md#id-token, docs/reference/apple.md#apple-in-firebase and
/// docs/reference/sign-in-with-idp.md#nonce.
@Suite struct `signInWithIdp with tokens that Apple's issuer signed` {
  private static func order(_ more: JSONObject) -> JSONObject {
    var order = AppleOrder.ann
    for member in more { order[member.key] = member.value }
    return order
  }

  @Test(arguments: Profile.allCases)
  func `the first sign-in makes a named user without a photo`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let reply = await emulator.signIn(with: try await emulator.mint("apple.com", AppleOrder.ann))
    reply.expectGolden("apple-first", profile)
    Idp.expectNoAlarms(reply)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == "ann@example.com")
    #expect(user.emailVerified)
    #expect(user.displayName == "Ann Lee")
    #expect(user.photoURL == nil)
    #expect(user.link(to: "apple.com")?.rawID == AppleOrder.ann["account"]?["sub"]?.string)
  }

  @Test(arguments: Profile.allCases)
  func `the name comes the first time alone, and stays`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let first = try await emulator.signIn(with: emulator.mint("apple.com", AppleOrder.ann))
      .expectSession()
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    #expect(minted["appleUser"] == nil)
    let again = await emulator.signIn(with: minted)
    again.expectGolden("apple-return", profile)
    #expect(try again.expectSession().uid == first.uid)
    #expect(again["isNewUser"] == nil)
    #expect(try emulator.storedUser(of: again).displayName == "Ann Lee")
  }

  @Test(arguments: Profile.allCases)
  func `a name or a picture in the token is not Apple's`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(
      "apple.com",
      [
        "account": ["email": "bob@example.com"],
        "claims": ["name": "Mallory", "picture": "https://example.com/m.png"],
      ])
    let reply = await emulator.present("apple.com", ["id_token": minted.idToken])
    #expect(reply.status == 200)
    #expect(reply["displayName"] == nil)
    #expect(reply["photoUrl"] == nil)
    let user = try emulator.storedUser(of: reply)
    #expect(user.displayName == nil)
    #expect(user.photoURL == nil)
  }

  @Test(arguments: Profile.allCases)
  func `a hidden address shows as the relay address`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(
      "apple.com",
      ["account": ["email": "real@example.com", "hideEmail": true, "name": "Ann Lee"]])
    let reply = await emulator.signIn(with: minted)
    reply.expectGolden("apple-relay", profile)
    let user = try emulator.storedUser(of: reply)
    let email = try #require(user.email)
    #expect(email.hasSuffix("@privaterelay.appleid.com"))
    #expect(user.emailVerified)
    let answer = reply.json.serialized()
    #expect(!answer.contains("real@example.com"), "the real address stays hidden")
    let info = try JSON(parsing: reply["rawUserInfo"]?.string ?? "")
    #expect(info["is_private_email"] == true)
  }

  @Test(arguments: [
    ("true", true), ("false", false), ("1", true), ("0", false), ("yes", false),
  ])
  func `a flag as a text is read by what it says`(text: String, isVerified: Bool) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(
        "apple.com", Self.order(["claims": ["email_verified": .string(text)]]))
      let reply = await emulator.signIn(with: minted)
      #expect(reply.status == 200)
      #expect(reply["emailVerified"] == .bool(isVerified))
      #expect(try emulator.storedUser(of: reply).emailVerified == isVerified)
    }
  }

  @Test(arguments: [JSON.bool(true), "true"])
  func `a private address may be flagged either way`(flag: JSON) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint(
      "apple.com", Self.order(["claims": ["is_private_email": flag]]))
    try await emulator.signIn(with: minted).expectSession()
  }

  /// Many SDKs send the authorization code in this field.
  @Test(arguments: Profile.allCases)
  func `an access token beside the ID token is passed on, not consumed`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let reply = await emulator.present(
      "apple.com",
      ["id_token": minted.idToken, "access_token": minted.code, "nonce": "raw-nonce"])
    let account = try reply.expectSession()
    #expect(reply["oauthAccessToken"] == .string(minted.code))
    // The code is not consumed.
    let revoked = await emulator.revokeToken(minted.code, "CODE", idToken: account.idToken)
    #expect(revoked.status == 200)
    #expect(revoked.json == [:])
    #expect(await emulator.reasons(for: revoked).contains("revokeToken chose"))
  }

  @Test(arguments: Profile.allCases)
  func `an invalid access token prevents no sign-in`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let reply = await emulator.present(
      "apple.com",
      ["id_token": minted.idToken, "access_token": "gar%bage+", "nonce": "raw-nonce"])
    try reply.expectSession()
    #expect(reply["oauthAccessToken"] == "gar%bage+")
  }

  /// The backend exchanges the code of a web sign-in with the team's key.
  @Test(arguments: Profile.allCases)
  func `a code signs in where the project has a code flow`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let reply = await emulator.present(
      "apple.com", ["code": minted.code, "user": minted["appleUser"]])
    reply.expectGolden("apple-code", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.displayName == "Ann Lee")
    #expect(user.link(to: "apple.com")?.rawID == minted.subject)
    #expect(
      await emulator.present("apple.com", ["code": minted.code]).errorCode
        == "INVALID_IDP_RESPONSE")
  }

  @Test func `a code is invalid_client to production without a code flow`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    try emulator.configure(
      provider: "apple.com", ProviderConfig(bundleIDs: [Client.bundleID]))
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let reply = await emulator.present("apple.com", ["code": minted.code])
    #expect(reply.errorMessage?.contains("error=invalid_client") == true)
    #expect(
      await emulator.reasons(for: reply).contains("apple.com has no code flow configuration"))
    // The ID token does not require it.
    try await emulator.signIn(with: minted).expectSession()
  }

  @Test(arguments: Profile.allCases)
  func `without an address there is a user without one`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("apple.com", Self.order(["scopes": ["name"]]))
    let reply = await emulator.signIn(with: minted)
    try reply.expectSession()
    #expect(reply["email"] == nil)
    #expect(reply["emailVerified"] == (profile == .production ? false : nil))
    #expect(try emulator.storedUser(of: reply).email == nil)
  }
}
