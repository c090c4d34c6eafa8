import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `projects accounts` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test
  func `an administrator's sign-up makes an account with every field and hands out no tokens`()
    async throws
  {
    let reply = await emulator.admin(
      "accounts",
      [
        "localId": "ada", "email": "Ada@example.com", "emailVerified": true,
        "password": "secret1", "displayName": "Ada", "photoUrl": "http://x/y",
        "phoneNumber": "+15550100", "disabled": true,
      ])
    #expect(reply.status == 200)
    Golden.expect(reply.json, "admin/create")
    let user = try #require(try emulator.user("ada"))
    #expect(user.email == "ada@example.com")
    #expect(user.emailVerified)
    #expect(user.password?.clearText == "secret1")
    #expect(user.displayName == "Ada")
    #expect(user.photoURL == "http://x/y")
    #expect(user.phoneNumber == "+15550100")
    #expect(user.disabled)
  }

  @Test func `an administrator's sign-up makes an account of nothing`() async {
    let reply = await emulator.admin("accounts")
    #expect(reply["localId"]?.string?.count == 28)
    #expect(await emulator.userCount() == 1)
  }

  @Test(
    arguments: [
      (["localId": "ada"], "DUPLICATE_LOCAL_ID"), (["email": "ADA@example.com"], "EMAIL_EXISTS"),
      (["phoneNumber": "+15550100"], "PHONE_NUMBER_EXISTS"),
      (["phoneNumber": "5550100"], "INVALID_PHONE_NUMBER"), (["email": "ada"], "INVALID_EMAIL"),
      (["password": "12345"], "WEAK_PASSWORD"),
      (
        ["localId": .string(String(repeating: "x", count: 257))],
        "Invalid value at 'local_id' (TYPE_STRING), longer than 256 characters"
      ),
    ] as [(JSON, String)])
  func `an administrator's sign-up refuses what cannot be`(_ body: JSON, _ code: String) async {
    _ = await emulator.admin(
      "accounts", ["localId": "ada", "email": "ada@example.com", "phoneNumber": "+15550100"])
    let reply = await emulator.admin("accounts", body)
    #expect(reply.status == 400)
    #expect(reply.errorCode == code)
    #expect(await emulator.userCount() == 1)
  }

  @Test func `an administrator's sign-up links a password where it shows a person's token`()
    async throws
  {
    let anonymous = try await emulator.signUpAnonymously()
    let reply = await emulator.admin(
      "accounts",
      ["idToken": .string(anonymous.idToken), "email": "a@b.c", "password": "secret1"])
    #expect(reply["localId"]?.string == anonymous.uid)
    #expect(await emulator.userCount() == 1)
  }
}
