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
      _ = await emulator.admin(
        "accounts:update", ["localId": .string(owner.uid), "emailVerified": true])
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

  @Test(arguments: Profile.allCases)
  func
    `signInWithIdp links an identity whose provider is not trusted about the address, as unverified`(
      profile: Profile
    ) async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let guest = try await emulator.anonymousAccount()
    let reply = await emulator.signIn(
      "facebook.com", claims: Idp.claims("f1", verified: false), options: guest.linking)
    Idp.expect(reply, is: "link-unverified", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == Idp.ann)
    #expect(!user.emailVerified)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp verifies the equal address of a password account that it links to`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1", name: "Ann Lee"), options: owner.linking)
    Idp.expect(reply, is: "link-equal-email", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.emailVerified)
    #expect(user.hasPassword)
    #expect(user.displayName == "Old Name")
    // A link replaces nothing and ends no session.
    #expect(await emulator.refresh(owner.refreshToken).status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp leaves an account's address verified when it links an unverified one`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(verified: true)
    let reply = await emulator.signIn(
      "facebook.com", claims: Idp.claims("f1", verified: false), options: owner.linking)
    Idp.expect(reply, is: "link-to-verified-account", profile)
    // For equal addresses the flag is the account's.
    #expect(reply["emailVerified"] == true)
    #expect(try emulator.storedUser(of: reply).emailVerified)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp links an identity with another address, and keeps the account's own`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1", email: "other@example.com"), options: owner.linking)
    Idp.expect(reply, is: "link-other-email", profile)
    #expect(reply["originalEmail"]?.string == Idp.ann)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == Idp.ann)
    #expect(!user.emailVerified)
    #expect(user.link(to: "google.com")?.email == "other@example.com")
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp links no identity of another account`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let other = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    let guest = try await emulator.anonymousAccount()
    let refused = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: guest.linking)
    Idp.expect(refused, is: "already-linked", profile, status: 400)
    #expect(refused.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
    let told = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"),
      options: ["idToken": .string(guest.idToken), "returnIdpCredential": true])
    Idp.expect(told, is: "already-linked-with-credential", profile)
    #expect(told["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
    #expect(told["needConfirmation"] == nil)
    #expect(told["idToken"] == nil)
    #expect(try emulator.user(guest.uid)?.isAnonymous == true)
    // The credential in the answer signs in to the account of the identity.
    let resumed = await emulator.resume(told["pendingToken"])
    #expect(resumed["localId"] == other["localId"])
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
  func `signInWithIdp links no address of another account`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let guest = try await emulator.anonymousAccount()
    let refused = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: guest.linking)
    Idp.expect(refused, is: "link-email-exists", profile, status: 400)
    #expect(refused.errorMessage == "EMAIL_EXISTS")
    let told = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"),
      options: ["idToken": .string(guest.idToken), "returnIdpCredential": true])
    Idp.expect(told, is: "link-email-exists-with-credential", profile)
    #expect(told["errorMessage"] == "EMAIL_EXISTS")
    #expect(told["idToken"] == nil)
    #expect(try emulator.user(guest.uid)?.isAnonymous == true)
    #expect(try emulator.user(owner.uid)?.links.isEmpty == true)
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
    _ = await emulator.admin(
      "accounts:update", ["localId": .string(owner.uid), "disableUser": true])
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
