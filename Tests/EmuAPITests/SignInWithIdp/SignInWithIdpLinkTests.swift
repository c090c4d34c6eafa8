import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#decision, rows 7, 8, 9 and 15, and
/// docs/reference/accounts.md#linking.
@Suite struct `accounts:signInWithIdp links` {
  @Test(arguments: Profile.allCases)
  func `signInWithIdp links an identity to an anonymous user, who keeps the uid`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let guest = try await emulator.anonymousAccount()
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1", name: "Ann Lee"), options: guest.linking)
    Idp.expect(reply, is: "link-anonymous", profile)
    Idp.expectNoAlarms(reply)
    #expect(reply["isNewUser"] == nil)
    #expect(reply["localId"]?.string == guest.uid)
    let user = try emulator.storedUser(of: reply)
    #expect(!user.isAnonymous)
    #expect(user.email == Idp.ann)
    #expect(user.emailVerified)
    // A link does not change names.
    #expect(user.displayName == nil)
    #expect(
      JSON.claims(ofToken: reply["idToken"]?.string)["firebase"]?["sign_in_provider"]
        == "google.com")
  }

  @Test(arguments: [true, false, nil] as [Bool?])
  func `signInWithIdp links an identity without an address, and reports the account's own`(
    _ isVerified: Bool?
  ) async throws {
    let emulator = try TestEmulator()
    let owner =
      isVerified == nil ? try await emulator.anonymousAccount() : try await emulator.account()
    if isVerified == true {
      _ = await emulator.change(owner.uid, ["emailVerified": true])
    }
    let linked = await emulator.signIn(
      "google.com", claims: ["sub": "g1"], options: owner.linking)
    let signedIn = await emulator.signIn("google.com", claims: ["sub": "g1"])
    for reply in [linked, signedIn] {
      #expect(reply["localId"]?.string == owner.uid)
      #expect(reply["email"] == nil)
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
  func `signInWithIdp links an identity and keeps the account's values and sessions`(
    row: (golden: String, wasVerified: Bool?, provider: String, claims: JSON, isVerified: Bool),
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner =
      if let wasVerified = row.wasVerified {
        try await emulator.account(verified: wasVerified)
      } else { try await emulator.anonymousAccount() }
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

  @Test(
    arguments: [
      ("already-linked", "FEDERATED_USER_ID_ALREADY_LINKED"), ("link-email-exists", "EMAIL_EXISTS"),
    ], Profile.allCases)
  func `signInWithIdp links no identity or address of another account`(
    row: (golden: String, code: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let claims = Idp.claims("g1")
    let isLinked = row.golden == "already-linked"
    let other =
      isLinked
      ? try Account(await emulator.signIn("google.com", claims: claims))
      : try await emulator.account()
    let guest = try await emulator.anonymousAccount()
    let refused = await emulator.signIn("google.com", claims: claims, options: guest.linking)
    Idp.expect(refused, is: row.golden, profile, status: 400)
    #expect(refused.errorMessage == row.code)
    let told = await emulator.signIn(
      "google.com", claims: claims,
      options: ["idToken": .string(guest.idToken), "returnIdpCredential": true])
    Idp.expect(told, is: "\(row.golden)-with-credential", profile)
    #expect(told["errorMessage"]?.string == row.code)
    #expect(told["needConfirmation"] == nil)
    #expect(told["idToken"] == nil)
    #expect(try emulator.user(guest.uid)?.isAnonymous == true)
    #expect(try emulator.user(other.uid)?.links.map(\.rawID) == (isLinked ? ["g1"] : []))
    guard isLinked else { return }
    // The credential in the answer signs in to the account of the identity.
    let resumed = await emulator.resume(told["pendingToken"])
    #expect(resumed["localId"]?.string == other.uid)
    #expect(resumed["idToken"] != nil)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp links no identity twice to the same account`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try Account(await emulator.signIn("google.com", claims: Idp.claims("g1")))
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: owner.linking)
    Idp.expect(reply, is: "already-linked", profile, status: 400)
    #expect(reply.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp links no unverified address of another account, without confirmation`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account()
    let guest = try await emulator.anonymousAccount()
    for returning: JSON in [true, false] {
      let reply = await emulator.signIn(
        "facebook.com", claims: Idp.claims("f1", verified: false),
        options: ["idToken": .string(guest.idToken), "returnIdpCredential": returning])
      // A 200 without tokens and errorMessage aborts an iOS app.
      #expect(reply["needConfirmation"] == nil)
      #expect((reply.errorMessage ?? reply["errorMessage"]?.string) == "EMAIL_EXISTS")
    }
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp links a second identity of a provider in compatible alone, for the first`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try Account(await emulator.signIn("google.com", claims: Idp.claims("g0")))
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: owner.linking)
    if profile == .production {
      #expect(reply.errorCode == "PROVIDER_ALREADY_LINKED")
      #expect(try emulator.user(owner.uid)?.links.map(\.rawID) == ["g0"])
      return
    }
    Idp.expect(reply, is: "link-second-identity", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.links.map(\.rawID) == ["g1"])
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp links to the account whose token is good, and to no other`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let forged = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["idToken": "nonsense"])
    #expect(forged.errorMessage == "INVALID_ID_TOKEN")
    _ = await emulator.change(owner.uid, ["disableUser": true])
    let disabled = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: owner.linking)
    #expect(disabled.errorMessage == "USER_DISABLED")
    _ = await emulator.admin("accounts:delete", ["localId": .string(owner.uid)])
    let gone = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: owner.linking)
    #expect(gone.errorMessage == "USER_NOT_FOUND")
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp links without creating a user, whatever the value of autoCreate`(
    profile: Profile
  )
    async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let guest = try await emulator.anonymousAccount()
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"),
      options: ["idToken": .string(guest.idToken), "autoCreate": false])
    #expect(reply.status == 200)
    #expect(reply["localId"]?.string == guest.uid)
  }
}
