import EmuTestSupport
import Testing

/// docs/reference/accounts.md#unlinking.
@Suite struct `accounts:update unlinks` {
  /// Unlinks a provider, compares the answer with a golden, and returns the user who is left.
  private func unlink(
    _ provider: JSON, of owner: SignedIn, _ emulator: TestEmulator, is golden: String,
    _ profile: Profile
  ) async throws -> User {
    let reply = await emulator.update(owner, ["deleteProvider": [provider]])
    Idp.expect(reply, is: golden, profile)
    return try #require(try emulator.user(owner.uid))
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks a provider and keeps the address`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(
      verified: true, links: ["facebook.com": "f1", "google.com": "g1"])
    let user = try await unlink("google.com", of: owner, emulator, is: "unlink-federated", profile)
    #expect(user.links.map(\.providerID) == ["facebook.com"])
    user.expect((\.email, Idp.ann), (\.emailVerified, true))
    // The identity is available again.
    await emulator.signIn("google.com", "g1", email: "else@example.com").expect(["isNewUser": true])
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks the password`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(verified: true, links: ["google.com": "g1"])
    let user = try await unlink("password", of: owner, emulator, is: "unlink-password", profile)
    #expect(user.password == nil)
    #expect(user.email == (profile == .production ? Idp.ann : nil))
    #expect(user.emailVerified == (profile == .production))
    #expect(user.links.map(\.providerID) == ["google.com"])
    #expect(await emulator.refresh(owner.refreshToken).status == 200)
    // An address that was left belongs to the account.
    let again = await emulator.signUpReply(Idp.ann)
    #expect(again.errorMessage == (profile == .production ? "EMAIL_EXISTS" : nil))
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks the phone`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(phone: "+15555550100")
    let user = try await unlink("phone", of: owner, emulator, is: "unlink-phone", profile)
    user.expect((\.phoneNumber, nil), (\.hasPassword, true))
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update ignores an unlinking of what is not linked`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let before = try emulator.user(owner.uid)
    let user = try await unlink("github.com", of: owner, emulator, is: "unlink-nothing", profile)
    #expect(user == before)
  }

  /// firebase-js-sdk#3592.
  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks even the last way to sign in`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try SignedIn(await emulator.signIn("google.com", "g1"))
    let user = try await unlink("google.com", of: owner, emulator, is: "unlink-last", profile)
    user.expect((\.links.isEmpty, true), (\.email, Idp.ann))
  }
}
