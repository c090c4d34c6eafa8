import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/reference/accounts.md#unlinking.
@Suite struct `accounts:update unlinks` {
  private func unlink(
    _ providers: JSON, of owner: Account, _ emulator: TestEmulator
  ) async -> Reply {
    await emulator.client(
      "accounts:update", ["idToken": .string(owner.idToken), "deleteProvider": providers])
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks a provider and keeps the address`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(
      verified: true, links: ["facebook.com": "f1", "google.com": "g1"])
    let reply = await unlink(["google.com"], of: owner, emulator)
    Idp.expect(reply, is: "unlink-federated", profile)
    let user = try #require(try emulator.user(owner.uid))
    #expect(user.links.map(\.providerID) == ["facebook.com"])
    #expect(user.email == Idp.ann)
    #expect(user.emailVerified)
    // The identity is available again.
    let other = await emulator.signIn(
      "google.com", claims: Idp.claims("g1", email: "else@example.com"))
    #expect(other["isNewUser"] == true)
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks the password, and in compatible the address with it`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(verified: true, links: ["google.com": "g1"])
    let reply = await unlink(["password"], of: owner, emulator)
    Idp.expect(reply, is: "unlink-password", profile)
    let user = try #require(try emulator.user(owner.uid))
    #expect(user.password == nil)
    #expect(user.email == (profile == .production ? Idp.ann : nil))
    #expect(user.emailVerified == (profile == .production))
    #expect(user.links.map(\.providerID) == ["google.com"])
    #expect(await emulator.refresh(owner.refreshToken).status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks the phone`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account(phone: "+15555550100")
    let reply = await unlink(["phone"], of: owner, emulator)
    Idp.expect(reply, is: "unlink-phone", profile)
    let user = try #require(try emulator.user(owner.uid))
    #expect(user.phoneNumber == nil)
    #expect(user.hasPassword)
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks what is not linked without complaint`(profile: Profile) async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let before = try emulator.user(owner.uid)
    let reply = await unlink(["github.com"], of: owner, emulator)
    Idp.expect(reply, is: "unlink-nothing", profile)
    #expect(try emulator.user(owner.uid) == before)
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update unlinks even the last way to sign in`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try Account(await emulator.signIn("google.com", claims: Idp.claims("g1")))
    let reply = await unlink(["google.com"], of: owner, emulator)
    Idp.expect(reply, is: "unlink-last", profile)
    let user = try #require(try emulator.user(owner.uid))
    #expect(user.links.isEmpty)
    #expect(user.email == Idp.ann)
  }
}
