import EmuTestSupport
import Testing

/// docs/reference/accounts.md#repeated-addresses.
@Suite struct `accounts:signInWithIdp where addresses may repeat` {
  private func emulator(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator.believing(profile)
    try emulator.configure(["signIn": ["allowDuplicateEmails": true]])
    return emulator
  }

  @Test(arguments: Profile.allCases)
  func `a new user has no address where addresses may repeat`(profile: Profile) async throws {
    let emulator = try emulator(profile)
    let owner = try await emulator.account()
    let reply = await emulator.signIn("google.com", "g1", name: "Ann Lee")
    Idp.expect(reply, is: "duplicates-new-user", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.uid != owner.uid)
    user.expect((\.email, nil), (\.emailVerified, false))
    #expect(user.link(to: "google.com")?.email == Idp.ann)
  }

  @Test(arguments: Profile.allCases)
  func `each identity is one user where addresses may repeat`(profile: Profile) async throws {
    let emulator = try emulator(profile)
    let google = await emulator.signIn("google.com", "g1")
    let facebook = await emulator.signIn("facebook.com", "f1", verified: false)
    facebook.expect(["isNewUser": true, "needConfirmation": nil])
    #expect(facebook["localId"] != google["localId"])
    let again = await emulator.signIn("google.com", "g1")
    Idp.expect(again, is: "duplicates-returning-user", profile)
    #expect(again["localId"] == google["localId"])
    #expect(try emulator.storedUser(of: again).email == nil)
    let guest = try await emulator.signUpAnonymously()
    await emulator.signIn("google.com", "g1", options: guest.linking)
      .expect(refusal: "FEDERATED_USER_ID_ALREADY_LINKED")
  }

  @Test(arguments: Profile.allCases)
  func `another's address may be linked where addresses may repeat`(profile: Profile) async throws {
    let emulator = try emulator(profile)
    _ = try await emulator.account()
    let guest = try await emulator.signUpAnonymously()
    let reply = await emulator.signIn("google.com", "g1", options: guest.linking)
    Idp.expect(reply, is: "duplicates-link", profile)
    let user = try emulator.storedUser(of: reply)
    user.expect((\.uid, guest.uid), (\.email, nil))
    #expect(user.links.map(\.rawID) == ["g1"])
  }

  @Test(arguments: Profile.allCases)
  func `a link verifies its equal address where addresses repeat`(profile: Profile) async throws {
    let emulator = try emulator(profile)
    let owner = try await emulator.account()
    let equal = await emulator.signIn("google.com", "g1", options: owner.linking)
    #expect(equal.status == 200)
    #expect(try emulator.storedUser(of: equal).emailVerified)
    await emulator.signIn("apple.com", "a1", email: "other@example.com", options: owner.linking)
      .expect(["originalEmail": nil])
  }
}
