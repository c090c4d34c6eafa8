import EmuTestSupport
import Testing

/// docs/reference/accounts.md#linking and docs/reference/errors.md#conflicts, with tokens that are
/// valid for one use.
@Suite struct `linking with a signed token` {
  private static let order: JSONObject = [
    "account": ["sub": "p1", "email": .string(Idp.ann), "name": "Ann Lee"], "rawNonce": "raw",
  ]

  @Test(arguments: ["apple.com", "oidc.corp", "google.com"], Profile.allCases)
  func `linking with a signed token adds a provider and an address to an anonymous user`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let guest = try await emulator.signUpAnonymously()
    let reply = try await emulator.signIn(minting: provider, Self.order, options: guest.linking)
    reply.expectGolden("link-\(provider)", profile)
    #expect(try reply.expectSession().uid == guest.uid)
    let user = try emulator.storedUser(of: reply)
    #expect(user.link(to: provider)?.rawID == "p1")
    user.expect((\.email, Idp.ann), (\.emailVerified, true))
  }

  @Test(arguments: Profile.allCases)
  func `linking after needConfirmation works by the pending token`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let owner = try await emulator.account()
    let minted = try await emulator.mint("microsoft.com", Self.order)
    let conflict = await emulator.redeem(minted.code, "microsoft.com")
    conflict.expectGolden("microsoft-need-confirmation", profile)
    // An early presentation does not consume it.
    let early = await emulator.resume(conflict["pendingToken"])
    early.expect(["needConfirmation": true, "pendingToken": conflict["pendingToken"]])

    let signedIn = await emulator.signInWithPassword(Idp.ann, password: "secret-1")
    let linked = await emulator.resume(
      conflict["pendingToken"], options: ["idToken": signedIn["idToken"] ?? .null])
    #expect(try linked.expectSession().uid == owner.uid)
    let again = try await emulator.mint("microsoft.com", Self.order)
    #expect(try await emulator.redeem(again.code, "microsoft.com").expectSession().uid == owner.uid)
  }

  /// The pending token outlives its ID token: production checks neither again.
  @Test func `linking by a pending token needs no nonce and no unexpired ID token`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let owner = try await emulator.signIn(minting: "oidc.corp", Self.order).expectSession()
    let guest = try await emulator.signUpAnonymously()
    let soft = try await emulator.signIn(
      minting: "oidc.corp", Self.order.merging(["expiresInSeconds": 60]),
      options: guest.linking.merging(["returnIdpCredential": true]))
    emulator.advance(.seconds(3599))
    #expect(try await emulator.resume(soft["pendingToken"]).expectSession().uid == owner.uid)
  }
}
