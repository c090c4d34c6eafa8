import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#decision, rows 11 and 12, and
/// docs/reference/accounts.md#trusted-providers.
@Suite struct `accounts:signInWithIdp meets an account with the address` {
  @Test(arguments: Profile.allCases)
  func `signInWithIdp needs confirmation where no provider is trusted about an account's address`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(
      phone: "+15555550100", links: ["google.com": "g1"])
    let before = try emulator.user(owner.uid)
    let reply = await emulator.signIn(
      "facebook.com", claims: Idp.claims("f1", verified: false, name: "Ann Lee"))
    Idp.expect(reply, is: "need-confirmation", profile)
    #expect(reply["needConfirmation"] == true)
    #expect(
      reply["verifiedProvider"] == (profile == .production ? nil : ["password", "google.com"]))
    #expect(reply["localId"]?.string == owner.uid)
    #expect(reply["pendingToken"]?.string?.isEmpty == false)
    for token in ["idToken", "refreshToken", "expiresIn"] { #expect(reply[token] == nil) }
    #expect(try emulator.user(owner.uid) == before)
    #expect(await emulator.userCount() == 1)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp needs confirmation even where the account's address is verified`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = try await emulator.account(verified: true)
    let reply = await emulator.signIn("github.com", claims: Idp.claims("h1", verified: false))
    Idp.expect(reply, is: "need-confirmation-verified-account", profile)
    #expect(reply["verifiedProvider"] == ["password"])
  }

  @Test(arguments: Profile.allCases)
  func `a pending credential is linked after signing in the old way`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let conflict = await emulator.signIn(
      "facebook.com", claims: Idp.claims("f1", verified: false, name: "Ann Lee"))
    let signedIn = try Account(
      await emulator.signInWithPassword(Idp.ann, password: "secret-1"))
    let linked = await emulator.resume(conflict["pendingToken"], options: signedIn.linking)
    Idp.expect(linked, is: "pending-credential-linked", profile)
    Idp.expectNoAlarms(linked)
    let user = try emulator.storedUser(of: linked)
    #expect(user.uid == owner.uid)
    #expect(user.link(to: "facebook.com")?.rawID == "f1")
    #expect(user.hasPassword)
    #expect(!user.emailVerified)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp adds a provider to an account whose address is verified`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(
      verified: true, phone: "+15555550100", links: ["facebook.com": "f1"])
    let reply = await emulator.signIn("google.com", claims: Idp.claims("g1", name: "Ann Lee"))
    Idp.expect(reply, is: "merge-verified-account", profile)
    Idp.expectNoAlarms(reply)
    #expect(reply["isNewUser"] == nil)
    let user = try emulator.storedUser(of: reply)
    #expect(user.uid == owner.uid)
    #expect(user.links.map(\.providerID) == ["facebook.com", "google.com"])
    #expect(user.hasPassword)
    #expect(user.phoneNumber == "+15555550100")
    #expect(user.emailVerified)
    // The provider's complete profile is copied.
    #expect(user.displayName == "Ann Lee")
    // No session was revoked.
    #expect(await emulator.refresh(owner.refreshToken).status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `a trusted provider takes over an account with an unverified address`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(
      phone: "+15555550100",
      links: ["apple.com": "a1", "facebook.com": "f1", "github.com": "h1"])
    emulator.advance(.seconds(60))
    let reply = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    Idp.expect(reply, is: "takeover", profile)
    Idp.expectNoAlarms(reply)
    let user = try emulator.storedUser(of: reply)
    #expect(user.uid == owner.uid)
    #expect(user.emailVerified)
    #expect(user.password == nil)
    #expect(user.phoneNumber == nil)
    #expect(user.validSince == TestEmulator.start.seconds + 60)
    #expect(
      user.links.map(\.providerID)
        == (profile == .production
          ? ["apple.com", "google.com"]
          : ["apple.com", "facebook.com", "github.com", "google.com"]))
    #expect(user.displayName == nil)
    // Earlier sessions have ended, and the new one is valid.
    #expect(await emulator.refresh(owner.refreshToken).errorMessage == "TOKEN_EXPIRED")
    #expect(await emulator.refresh(reply["refreshToken"]?.string ?? "").status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `Google takes over an account of Facebook's; the reverse needs confirmation`(
    profile: Profile
  ) async throws {
    let facebookFirst = try TestEmulator.believing(profile)
    let old = await facebookFirst.signIn("facebook.com", claims: Idp.claims("f1", verified: false))
    let taken = await facebookFirst.signIn("google.com", claims: Idp.claims("g1"))
    #expect(taken["localId"] == old["localId"])
    #expect(
      try facebookFirst.storedUser(of: taken).links.map(\.providerID)
        == (profile == .production ? ["google.com"] : ["facebook.com", "google.com"]))
    // Production unlinked Facebook, so its identity conflicts with the address now.
    let back = await facebookFirst.signIn(
      "facebook.com", claims: Idp.claims("f1", verified: false))
    #expect((back["needConfirmation"] == true) == (profile == .production))

    let googleFirst = try TestEmulator.believing(profile)
    _ = await googleFirst.signIn("google.com", claims: Idp.claims("g1"))
    let reply = await googleFirst.signIn("facebook.com", claims: Idp.claims("f1", verified: false))
    #expect(reply["needConfirmation"] == true)
    #expect(reply["verifiedProvider"] == ["google.com"])
  }

  @Test func `compatible reports what production would unlink besides in a takeover`() async throws
  {
    let emulator = try TestEmulator.believing(.compatible)
    _ = try await emulator.account(links: ["apple.com": "a1", "facebook.com": "f1"])
    let notes = await emulator.decisions("google.com", claims: Idp.claims("g1"))
    let note = try #require(notes.first { $0.rule == "takeoverUnlinks" })
    #expect(note.outcome == "warned")
    #expect(note.reason.contains("production"))
    #expect(note.reason.contains("facebook.com"))
    #expect(!note.reason.contains("apple.com"))
  }

  @Test func `nothing of a takeover is reported if none happens`() async throws {
    let emulator = try TestEmulator.believing(.compatible)
    _ = try await emulator.account(links: ["facebook.com": "f1"])
    let notes = await emulator.decisions(
      "google.com", claims: Idp.claims("g1", verified: false))
    #expect(!notes.contains { $0.rule == "takeoverUnlinks" })
  }

  @Test(arguments: Profile.allCases)
  func `a provider's own claim about an address counts in compatible alone`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let claims = Idp.claims("f1", verified: true)
    let reply = await emulator.signIn("facebook.com", claims: claims)
    Idp.expect(reply, is: "untrusted-provider-claims-verified", profile)
    let user = try #require(try emulator.user(owner.uid))
    #expect(reply["localId"]?.string == owner.uid)
    #expect((reply["needConfirmation"] == true) == (profile == .production))
    #expect((user.link(to: "facebook.com") != nil) == (profile == .compatible))
    #expect(user.hasPassword == (profile == .production))
  }

  @Test func `compatible reports that production trusts an address by provider`()
    async throws
  {
    let emulator = try TestEmulator.believing(.compatible)
    _ = try await emulator.account()
    let notes = await emulator.decisions("facebook.com", claims: Idp.claims("f1"))
    let note = try #require(notes.first { $0.rule == "trustPolicy" && $0.outcome == "warned" })
    #expect(note.reason.contains("facebook.com is not trusted"))
    #expect(note.reason.contains("needConfirmation"))
    // If both policies agree, no difference is explained.
    let trusted = await emulator.decisions("google.com", claims: Idp.claims("g1"))
    #expect(!trusted.contains { $0.rule == "trustPolicy" && $0.outcome == "warned" })
  }

  @Test(arguments: Profile.allCases)
  func `an account moves to the person to whom its provider gave the address later`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", claims: Idp.claims("g0"))
    let reply = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    Idp.expect(reply, is: "email-recycled", profile)
    #expect(reply["emailRecycled"] == true)
    #expect(reply["localId"] == first["localId"])
    let user = try emulator.storedUser(of: reply)
    #expect(user.links.map(\.rawID) == ["g1"])
    // The old identity is unlinked: it signs up a new user.
    let old = await emulator.signIn(
      "google.com", claims: Idp.claims("g0", email: "else@example.com"))
    #expect(old["isNewUser"] == true)
  }

  @Test(arguments: Profile.allCases)
  func `a disabled account with the address is refused, and is not changed`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    _ = await emulator.change(owner.uid, ["disableUser": true])
    let before = try emulator.user(owner.uid)
    let reply = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    #expect(reply.status == 400)
    #expect(reply.errorMessage == "USER_DISABLED")
    #expect(try emulator.user(owner.uid) == before)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp without autoCreate reauthenticates by an address that is vouched for`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(verified: true)
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["autoCreate": false])
    #expect(reply.status == 200)
    #expect(reply["localId"]?.string == owner.uid)
    #expect(reply["idToken"] != nil)
  }
}
