import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#decision, rows 7, 8, 9 and 15, and
/// docs/reference/accounts.md#linking.
@Suite struct `accounts:signInWithIdp links` {
  @Test(arguments: Profile.allCases)
  func `an anonymous user who links an identity keeps the uid`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let guest = try await emulator.signUpAnonymously()
    let reply = await emulator.signIn("google.com", "g1", name: "Ann Lee", options: guest.linking)
    Idp.expect(reply, is: "link-anonymous", profile)
    #expect(reply["localId"]?.string == guest.uid)
    let user = try emulator.storedUser(of: reply)
    user.expect((\.isAnonymous, false), (\.email, Idp.ann), (\.emailVerified, true))
    // A link does not change names.
    #expect(user.displayName == nil)
  }

  @Test(arguments: [true, false, nil] as [Bool?])
  func `a link without an address reports the account's flag`(_ isVerified: Bool?) async throws {
    let emulator = try TestEmulator()
    let owner =
      isVerified == nil ? try await emulator.signUpAnonymously() : try await emulator.account()
    if isVerified == true {
      _ = await emulator.change(owner.uid, ["emailVerified": true])
    }
    let linked = await emulator.signIn("google.com", claims: ["sub": "g1"], options: owner.linking)
    let signedIn = await emulator.signIn("google.com", claims: ["sub": "g1"])
    for reply in [linked, signedIn] {
      reply.expect(["localId": .string(owner.uid), "email": nil])
      #expect(reply["emailVerified"]?.bool == isVerified)
    }
  }

  /// Each golden, whether the account's address was verified (nil for an anonymous account), who
  /// signs in, and whether the address is verified then.
  private static let rows: [(String, Bool?, provider: String, claims: JSON, Bool)] = [
    ("link-unverified", nil, "facebook.com", Idp.claims("f1", verified: false), false),
    ("link-equal-email", false, "google.com", Idp.claims("g1", name: "Ann Lee"), true),
    ("link-to-verified-account", true, "facebook.com", Idp.claims("f1", verified: false), true),
    ("link-other-email", false, "google.com", Idp.claims("g1", email: "other@example.com"), false),
  ]

  @Test(arguments: rows, Profile.allCases)
  func `a link keeps the account's values and sessions`(
    row: (golden: String, wasVerified: Bool?, provider: String, claims: JSON, isVerified: Bool),
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner =
      if let wasVerified = row.wasVerified {
        try await emulator.account(verified: wasVerified)
      } else { try await emulator.signUpAnonymously() }
    let reply = await emulator.signIn(row.provider, claims: row.claims, options: owner.linking)
    Idp.expect(reply, is: row.golden, profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == Idp.ann)
    #expect(user.emailVerified == row.isVerified)
    #expect(user.hasPassword == (row.wasVerified != nil))
    #expect(user.displayName == (row.wasVerified == nil ? nil : "Old Name"))
    #expect(user.link(to: row.provider)?.email == row.claims["email"]?.string)
    #expect(await emulator.refresh(owner.refreshToken).status == 200)
  }

  @Test(arguments: ["already-linked", "link-email-exists"], Profile.allCases)
  func `a link of another account's identity or address is refused`(
    golden: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let claims = Idp.claims("g1")
    let isLinked = golden == "already-linked"
    let other =
      isLinked
      ? try SignedIn(await emulator.signIn("google.com", claims: claims))
      : try await emulator.account()
    let guest = try await emulator.signUpAnonymously()
    let refused = await emulator.signIn("google.com", claims: claims, options: guest.linking)
    Idp.expect(refused, is: golden, profile, status: 400)
    let told = await emulator.signIn(
      "google.com", claims: claims, options: guest.linking.merging(["returnIdpCredential": true]))
    Idp.expect(told, is: "\(golden)-with-credential", profile)
    #expect(try emulator.user(guest.uid)?.isAnonymous == true)
    #expect(try emulator.user(other.uid)?.links.map(\.rawID) == (isLinked ? ["g1"] : []))
    guard isLinked else { return }
    let own = await emulator.signIn("google.com", claims: claims, options: other.linking)
    Idp.expect(own, is: golden, profile, status: 400)
    // The credential in the answer signs in to the account of the identity.
    let resumed = await emulator.resume(told["pendingToken"])
    resumed.expect(["localId": .string(other.uid)]).expect(has: "idToken")
  }

  @Test(arguments: Profile.allCases)
  func `a link to another's address never asks for confirmation`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account()
    let guest = try await emulator.signUpAnonymously()
    for returning: JSON in [true, false] {
      let reply = await emulator.signIn(
        "facebook.com", "f1", verified: false,
        options: guest.linking.merging(["returnIdpCredential": returning]))
      // A 200 without tokens and errorMessage aborts an iOS app.
      #expect(reply["needConfirmation"] == nil)
      #expect((reply.errorMessage ?? reply["errorMessage"]?.string) == "EMAIL_EXISTS")
    }
  }

  @Test(arguments: Profile.allCases)
  func `compatible replaces a provider's identity by a second one`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try SignedIn(await emulator.signIn("google.com", "g0"))
    let reply = await emulator.signIn("google.com", "g1", options: owner.linking)
    if profile == .production {
      #expect(reply.errorCode == "PROVIDER_ALREADY_LINKED")
      #expect(try emulator.user(owner.uid)?.links.map(\.rawID) == ["g0"])
      return
    }
    Idp.expect(reply, is: "link-second-identity", profile)
    #expect(try emulator.storedUser(of: reply).links.map(\.rawID) == ["g1"])
  }

  @Test(arguments: Profile.allCases)
  func `a link needs the good token of an account`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    func link(_ options: JSONObject) async -> Reply {
      await emulator.signIn("google.com", "g1", options: options)
    }
    await link(["idToken": "nonsense"]).expect(refusal: "INVALID_ID_TOKEN")
    _ = await emulator.change(owner.uid, ["disableUser": true])
    await link(owner.linking).expect(refusal: "USER_DISABLED")
    _ = await emulator.delete(owner.uid)
    await link(owner.linking).expect(refusal: "USER_NOT_FOUND")
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: Profile.allCases)
  func `a link succeeds without autoCreate`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let guest = try await emulator.signUpAnonymously()
    await emulator.signIn("google.com", "g1", options: guest.linking.merging(["autoCreate": false]))
      .expect(["localId": .string(guest.uid)])
  }
}
