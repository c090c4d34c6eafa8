import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/apple.md#id-token, docs/reference/apple.md#apple-in-firebase and
/// docs/reference/sign-in-with-idp.md#nonce.
@Suite struct `signInWithIdp with tokens that Apple's issuer signed` {
  @Test(arguments: Profile.allCases)
  func `the first sign-in with Apple brings the name, which stays`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let first = try await emulator.signIn(minting: "apple.com", AppleOrder.ann)
    first.expectGolden("apple-first", profile)
    let user = try emulator.storedUser(of: first)
    user.expect(
      (\.email, "ann@example.com"), (\.emailVerified, true), (\.displayName, "Ann Lee"),
      (\.photoURL, nil))
    #expect(user.link(to: "apple.com")?.rawID == AppleOrder.ann["account"]?["sub"]?.string)

    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    #expect(minted["appleUser"] == nil)
    let again = await emulator.signIn(with: minted)
    again.expectGolden("apple-return", profile)
    #expect(again["localId"] == first["localId"])
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
    reply.expect(["displayName": nil, "photoUrl": nil])
    try emulator.storedUser(of: reply).expect((\.displayName, nil), (\.photoURL, nil))
  }

  @Test(arguments: Profile.allCases)
  func `a hidden address of Apple's shows as the relay address`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let reply = try await emulator.signIn(
      minting: "apple.com",
      ["account": ["email": "real@example.com", "hideEmail": true, "name": "Ann Lee"]])
    reply.expectGolden("apple-relay", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email?.hasSuffix("@privaterelay.appleid.com") == true)
    #expect(user.emailVerified)
    #expect(!reply.text.contains("real@example.com"), "the real address stays hidden")
  }

  /// Many SDKs send the authorization code in this field.
  @Test(arguments: Profile.allCases)
  func `an access token beside Apple's ID token is not consumed`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    for (minted, accessToken) in [
      (minted, minted.code), (try await emulator.mint("apple.com", AppleOrder.ann), "gar%bage+"),
    ] {
      let reply = await emulator.present(
        "apple.com",
        ["id_token": minted.idToken, "access_token": accessToken, "nonce": "raw-nonce"])
      try reply.expectSession()
      #expect(reply["oauthAccessToken"] == .string(accessToken))
    }
    let account = try await emulator.signIn(minting: "apple.com", AppleOrder.ann).expectSession()
    let revoked = await emulator.revokeToken(minted.code, "CODE", idToken: account.idToken)
    #expect(revoked.status == 200)
    #expect(revoked.json == [:])
    #expect(revoked.log.contains("revokeToken chose"))
  }

  /// The backend exchanges the code of a web sign-in with the team's key.
  @Test(arguments: Profile.allCases)
  func `a code of Apple's signs in if the project has a code flow`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let reply = await emulator.present(
      "apple.com", ["code": minted.code, "user": minted["appleUser"]])
    reply.expectGolden("apple-code", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.displayName == "Ann Lee")
    #expect(user.link(to: "apple.com")?.rawID == minted.subject)
    #expect(await emulator.redeem(minted.code, "apple.com").errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `a code is invalid_client to production without a code flow`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    try emulator.configure(provider: "apple.com", .init(bundleIDs: [Client.bundleID]))
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let reply = await emulator.redeem(minted.code, "apple.com")
    #expect(reply.errorMessage?.contains("error=invalid_client") == true)
    #expect(reply.log.contains("apple.com has no code flow configuration"))
    // The ID token does not require it.
    try await emulator.signIn(with: minted).expectSession()
  }

  @Test(arguments: Profile.allCases)
  func `a user of Apple's without an address is made without one`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let reply = try await emulator.signIn(
      minting: "apple.com", AppleOrder.ann.merging(["scopes": ["name"]]))
    try reply.expectSession()
    reply.expect(["email": nil, "emailVerified": profile == .production ? false : nil])
    #expect(try emulator.storedUser(of: reply).email == nil)
  }
}
