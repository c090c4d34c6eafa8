import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:delete` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test func `accounts:delete deletes the account of an ID token`() async throws {
    let ada = try await emulator.signUp()
    let reply = await emulator.client(
      "accounts:delete", ["idToken": .string(ada.idToken), "localId": .string(ada.uid)])
    #expect(reply.status == 200)
    Golden.expect(reply.json, "delete/own")
    #expect(try emulator.user(ada.uid) == nil)
    // Both kinds of tokens are invalid now.
    #expect(
      await emulator.client("accounts:delete", ["idToken": .string(ada.idToken)]).errorMessage
        == "USER_NOT_FOUND")
    #expect(await emulator.refresh(ada.refreshToken).errorMessage == "USER_NOT_FOUND")
    // The address is available again.
    _ = try await emulator.signUp()
  }

  @Test func `accounts:delete deletes any account for an administrator`() async throws {
    let ada = try await emulator.signUp()
    let reply = await emulator.admin("accounts:delete", ["localId": .string(ada.uid)])
    #expect(reply.status == 200)
    #expect(await emulator.userCount() == 0)
    #expect(
      await emulator.admin("accounts:delete", ["localId": .string(ada.uid)]).errorMessage
        == "USER_NOT_FOUND")
    #expect(await emulator.admin("accounts:delete").errorMessage == "MISSING_LOCAL_ID")
    let bob = try await emulator.signUp()
    #expect(
      await emulator.admin("accounts:delete", ["idToken": .string(bob.idToken)]).errorMessage
        == "MISSING_LOCAL_ID")
    #expect(await emulator.userCount() == 1)
  }

  @Test func `accounts:delete never deletes another account for an app`() async throws {
    let (ada, bob) = (try await emulator.signUp(), try await emulator.signUp("bob@example.com"))
    #expect(
      await emulator.client("accounts:delete", ["localId": .string(ada.uid)]).errorMessage
        == "MISSING_ID_TOKEN")
    _ = await emulator.client(
      "accounts:delete", ["idToken": .string(bob.idToken), "localId": .string(ada.uid)])
    #expect(try emulator.user(ada.uid) != nil)
    #expect(try emulator.user(bob.uid) == nil)
  }

  @Test func `accounts:delete is an administrator's alone where the project says so`() async throws
  {
    let ada = try await emulator.signUp()
    try emulator.configure(["client": ["permissions": ["disabledUserDeletion": true]]])
    #expect(
      await emulator.client("accounts:delete", ["idToken": .string(ada.idToken)]).errorMessage
        == "ADMIN_ONLY_OPERATION")
    #expect(try emulator.user(ada.uid) != nil)
    #expect(await emulator.admin("accounts:delete", ["localId": .string(ada.uid)]).status == 200)
  }
}
