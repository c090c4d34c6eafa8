import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:signUp` {
  @Test func `makes an anonymous account without a body`() async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.client("accounts:signUp")
    #expect(reply.status == 200)
    Golden.expect(reply.json, "signUp/anonymous")
    let user = try #require(try emulator.user(reply["localId"]?.string ?? ""))
    #expect(user.isAnonymous)
  }
}
