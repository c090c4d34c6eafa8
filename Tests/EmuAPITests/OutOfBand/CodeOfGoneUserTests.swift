import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

// A store may reuse the key of a deleted user: a code must not apply to the new user.
@Suite struct `A code of a deleted user` {
  @Test func `a code of a deleted user does nothing to the user who comes next`() async throws {
    let emulator = try TestEmulator()
    let gone = await emulator.signUpReply("gone@example.com")
    let code = try await emulator.oobCode(
      "VERIFY_EMAIL", ["idToken": gone["idToken"] ?? .null])
    _ = await emulator.client("accounts:delete", ["idToken": gone["idToken"] ?? .null])
    let next = await emulator.signUpReply("next@example.com")
    let reply = await emulator.client("accounts:update", ["oobCode": .string(code)])
    #expect(reply.status == 400)
    let user = try #require(try emulator.user(next["localId"]?.string ?? ""))
    #expect(!user.emailVerified)
  }
}
