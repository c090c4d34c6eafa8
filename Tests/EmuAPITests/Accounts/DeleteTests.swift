import EmuTestSupport
import Testing

@Suite final class `accounts:delete`: EmulatorSuite {
  @Test func `accounts:delete deletes the account of an ID token`() async throws {
    let ada = try await emulator.signUp()
    let reply = await emulator.client("accounts:delete", as: ada, ["localId": .string(ada.uid)])
    reply.expect(golden: "delete/own")
    #expect(try emulator.user(ada.uid) == nil)
    await emulator.client("accounts:delete", as: ada).expect(refusal: "USER_NOT_FOUND")
    await emulator.refresh(ada.refreshToken).expect(refusal: "USER_NOT_FOUND")
    _ = try await emulator.signUp()
  }

  @Test func `accounts:delete deletes any account for an administrator`() async throws {
    let ada = try await emulator.signUp()
    let own: JSON = ["localId": .string(ada.uid)]
    #expect(await emulator.admin("accounts:delete", own).status == 200)
    #expect(await emulator.userCount() == 0)
    await emulator.admin("accounts:delete", own).expect(refusal: "USER_NOT_FOUND")
    let bob = try await emulator.signUp()
    await emulator.admin("accounts:delete", ["idToken": .string(bob.idToken)])
      .expect(refusal: "MISSING_LOCAL_ID")
    #expect(await emulator.userCount() == 1)
  }

  @Test func `accounts:delete never deletes another account for an app`() async throws {
    let (ada, bob) = (try await emulator.signUp(), try await emulator.signUp("bob@example.com"))
    await emulator.client("accounts:delete", ["localId": .string(ada.uid)])
      .expect(refusal: "MISSING_ID_TOKEN")
    _ = await emulator.client("accounts:delete", as: bob, ["localId": .string(ada.uid)])
    #expect(try emulator.user(ada.uid) != nil)
    #expect(try emulator.user(bob.uid) == nil)
  }

  @Test func `accounts:delete can be an administrator's alone`() async throws {
    let ada = try await emulator.signUp()
    try emulator.configure(["client": ["permissions": ["disabledUserDeletion": true]]])
    await emulator.client("accounts:delete", as: ada).expect(refusal: "ADMIN_ONLY_OPERATION")
    #expect(try emulator.user(ada.uid) != nil)
    #expect(await emulator.delete(ada.uid).status == 200)
  }
}
