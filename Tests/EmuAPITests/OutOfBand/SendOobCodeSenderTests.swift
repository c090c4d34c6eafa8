import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The callers who may have a code sent, and the sign-in that each needs.
@Suite struct `Senders of codes` {
  @Test(
    arguments: [
      ("VERIFY_EMAIL", nil), ("VERIFY_AND_CHANGE_EMAIL", "MISSING_EMAIL"),
    ] as [(String, String?)])
  func `an administrator names the user of a verification by an ID token alone`(
    _ type: String, _ error: String?
  ) async throws {
    let emulator = try TestEmulator(profile: .production)
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    let reply = await emulator.admin(
      "accounts:sendOobCode",
      [
        "requestType": .string(type), "idToken": idToken, "newEmail": "new@example.com",
        "returnOobLink": true,
      ])
    #expect(reply.errorMessage == error)
  }

  @Test(
    arguments: [
      ("VERIFY_EMAIL", nil), ("VERIFY_AND_CHANGE_EMAIL", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
    ]
      as [(String, String?)])
  func `a change of address needs a recent sign-in, by switch`(_ type: String, _ error: String?)
    async throws
  {
    let emulator = try TestEmulator()
    try emulator.set([.recentLogin: .on])
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    emulator.advance(.seconds(301))
    let reply = await emulator.client(
      "accounts:sendOobCode",
      ["requestType": .string(type), "idToken": idToken, "newEmail": "new@example.com"])
    #expect(reply.errorMessage == error)
  }
}
