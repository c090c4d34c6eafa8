import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#decision, rows 11 and 12, and
/// docs/reference/accounts.md#trusted-providers.
@Suite struct `accounts:signInWithIdp meets an account with the address` {
  @Test(
    arguments: [
      ("need-confirmation", "facebook.com", false),
      ("need-confirmation-verified-account", "github.com", true),
    ], Profile.allCases)
  func `a provider that is not trusted about an address needs confirmation`(
    row: (golden: String, provider: String, isVerified: Bool), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner =
      row.isVerified
      ? try await emulator.account(verified: true)
      : try await emulator.account(phone: "+15555550100", links: ["google.com": "g1"])
    let before = try emulator.user(owner.uid)
    let claims =
      row.isVerified
      ? Idp.claims("h1", verified: false) : Idp.claims("f1", verified: false, name: "Ann Lee")
    let reply = await emulator.signIn(row.provider, claims: claims)
    Idp.expect(reply, is: row.golden, profile)
    #expect(reply["localId"]?.string == owner.uid)
    #expect(try emulator.user(owner.uid) == before)
    #expect(await emulator.userCount() == 1)
  }

  @Test(arguments: Profile.allCases)
  func `a pending credential is linked after the old sign-in`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let conflict = await emulator.signIn("facebook.com", "f1", verified: false, name: "Ann Lee")
    let signedIn = try SignedIn(await emulator.signInWithPassword(Idp.ann, password: "secret-1"))
    let linked = await emulator.resume(conflict["pendingToken"], options: signedIn.linking)
    Idp.expect(linked, is: "pending-credential-linked", profile)
    let user = try emulator.storedUser(of: linked)
    #expect(user.uid == owner.uid)
    #expect(user.link(to: "facebook.com")?.rawID == "f1")
    user.expect((\.hasPassword, true), (\.emailVerified, false))
  }

  @Test(arguments: Profile.allCases)
  func `an account whose address is verified gets another provider`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(
      verified: true, phone: "+15555550100", links: ["facebook.com": "f1"])
    let reply = await emulator.signIn("google.com", "g1", name: "Ann Lee")
    Idp.expect(reply, is: "merge-verified-account", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.uid == owner.uid)
    #expect(user.links.map(\.providerID) == ["facebook.com", "google.com"])
    user.expect((\.hasPassword, true), (\.phoneNumber, "+15555550100"), (\.emailVerified, true))
    // The provider's complete profile is copied.
    #expect(user.displayName == "Ann Lee")
    // No session was revoked.
    #expect(await emulator.refresh(owner.refreshToken).status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `a trusted provider takes over an unverified address`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(
      phone: "+15555550100", links: ["apple.com": "a1", "facebook.com": "f1", "github.com": "h1"])
    emulator.advance(.seconds(60))
    let reply = await emulator.signIn("google.com", "g1")
    Idp.expect(reply, is: "takeover", profile)
    let user = try emulator.storedUser(of: reply)
    user.expect(
      (\.uid, owner.uid), (\.emailVerified, true), (\.password, nil), (\.phoneNumber, nil),
      (\.validSince, TestEmulator.start.seconds + 60))
    let untrusted = profile == .production ? [] : ["facebook.com", "github.com"]
    #expect(user.links.map(\.providerID) == ["apple.com"] + untrusted + ["google.com"])
    #expect(user.displayName == nil)
    // Compatible reports what production would unlink besides.
    #expect(reply.decisions.contains("takeoverUnlinks: warned") == (profile == .compatible))
    if profile == .compatible {
      let note = try #require(
        reply.annotations.decisions.first { $0.rule.text == "takeoverUnlinks" }?.reason.text)
      #expect(note.contains("production"))
      #expect(note.contains("facebook.com"))
      #expect(!note.contains("apple.com"))
    }
    // Earlier sessions have ended, and the new one is valid.
    #expect(await emulator.refresh(owner.refreshToken).errorMessage == "TOKEN_EXPIRED")
    #expect(await emulator.refresh(reply["refreshToken"]?.string ?? "").status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `Google takes Facebook's account over, but not the reverse`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let old = await emulator.signIn("facebook.com", "f1", verified: false)
    let taken = await emulator.signIn("google.com", "g1")
    #expect(taken["localId"] == old["localId"])
    #expect(
      try emulator.storedUser(of: taken).links.map(\.providerID)
        == (profile == .production ? ["google.com"] : ["facebook.com", "google.com"]))
    // Production unlinked Facebook, so its identity conflicts with the address now.
    let back = await emulator.signIn("facebook.com", "f1", verified: false)
    #expect((back["needConfirmation"] == true) == (profile == .production))

    let other = try TestEmulator.believing(profile)
    _ = await other.signIn("google.com", "g1")
    let reverse = await other.signIn("facebook.com", "f1", verified: false)
    reverse.expect(["needConfirmation": true, "verifiedProvider": ["google.com"]])
  }

  @Test func `nothing of a takeover is reported if none happens`() async throws {
    let emulator = try TestEmulator.believing(.compatible)
    _ = try await emulator.account(links: ["facebook.com": "f1"])
    let reply = await emulator.signIn("google.com", "g1", verified: false)
    #expect(!reply.log.contains("takeoverUnlinks"))
  }

  @Test(arguments: Profile.allCases)
  func `compatible alone believes a provider's claim of an address`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let reply = await emulator.signIn("facebook.com", "f1")
    Idp.expect(reply, is: "untrusted-provider-claims-verified", profile)
    let user = try #require(try emulator.user(owner.uid))
    #expect(reply["localId"]?.string == owner.uid)
    #expect((user.link(to: "facebook.com") != nil) == (profile == .compatible))
    #expect(user.hasPassword == (profile == .production))
  }

  @Test func `compatible reports that production trusts an address by provider`() async throws {
    let emulator = try TestEmulator.believing(.compatible)
    _ = try await emulator.account()
    let reply = await emulator.signIn("facebook.com", "f1")
    let note = try #require(
      reply.annotations.decisions.first { $0.rule.text == "trustPolicy" && $0.outcome == .warned })
    #expect(note.reason.text.contains("facebook.com is not trusted"))
    #expect(note.reason.text.contains("needConfirmation"))
    // If both policies agree, no difference is explained.
    let trusted = await emulator.signIn("google.com", "g1")
    #expect(!trusted.decisions.contains("trustPolicy: warned"))
  }

  @Test(arguments: Profile.allCases)
  func `an account moves to the person who has its address now`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", "g0")
    let reply = await emulator.signIn("google.com", "g1")
    Idp.expect(reply, is: "email-recycled", profile)
    #expect(reply["localId"] == first["localId"])
    let user = try emulator.storedUser(of: reply)
    #expect(user.links.map(\.rawID) == ["g1"])
    // The old identity is unlinked: it signs up a new user.
    await emulator.signIn("google.com", "g0", email: "else@example.com").expect(["isNewUser": true])
  }

  @Test(arguments: Profile.allCases)
  func `a vouched address reauthenticates without autoCreate`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(verified: true)
    let reply = await emulator.signIn("google.com", "g1", options: ["autoCreate": false])
    reply.expect(["localId": .string(owner.uid)]).expect(has: "idToken")
  }
}
