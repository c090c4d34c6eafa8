import EmuJSON
import EmuTestSupport
import Testing

// JavaScript's linkWithCredential for a password sends the ID token and no tenant.
@Suite struct `The tenant of an ID token` {
  private let emulator: TestEmulator
  private let user: Reply

  init() async throws {
    emulator = try TestEmulator()
    user = await emulator.client("accounts:signUp", ["tenantId": "corp"])
  }

  @Test(
    arguments: [
      ("accounts:lookup", [:]),
      ("accounts:update", ["displayName": "Ann"]),
      ("accounts:signUp", ["email": "a@example.com", "password": "secret1"]),
      ("accounts:delete", [:]),
    ] as [(String, JSON)])
  func `the tenant of an ID token counts where the request names none`(
    operation: String, more: JSON
  ) async throws {
    var body = try #require(more.object)
    body["idToken"] = user["idToken"]
    let reply = await emulator.client(operation, .object(body))
    #expect(reply.status == 200, "\(reply.json)")
  }

  @Test func `the tenant of an ID token is refused where the request names another`() async throws {
    let reply = await emulator.client(
      "accounts:lookup", ["idToken": user["idToken"] ?? .null, "tenantId": "other"])
    #expect(reply.errorMessage == "TENANT_ID_MISMATCH")
  }
}
