import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:update with a code` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private func apply(_ code: String, _ emulator: TestEmulator) async -> Reply {
    await emulator.client("accounts:update", ["oobCode": .string(code)])
  }

  @Test func `accounts:update with a code verifies the address once`() async throws {
    let account = await emulator.signUpReply("ada@example.com")
    let idToken = account["idToken"] ?? .null
    let code = try await emulator.oobCode("VERIFY_EMAIL", ["idToken": idToken])
    emulator.advance(.seconds(2))
    let reply = await apply(code, emulator)
    Golden.expect(reply.json, "update/verifyEmail", masking: ["passwordHash"])
    #expect(await emulator.lookup(idToken.string)?["emailVerified"] == true)
    #expect(await apply(code, emulator).errorMessage == "INVALID_OOB_CODE")
  }

  @Test func `accounts:update with a code changes the address, which ends every session`()
    async throws
  {
    let account = await emulator.signUpReply("ada@example.com")
    let idToken = account["idToken"] ?? .null
    let code = try await emulator.oobCode(
      "VERIFY_AND_CHANGE_EMAIL", ["idToken": idToken, "newEmail": "Lovelace@example.com"])
    emulator.advance(.seconds(2))
    let reply = await apply(code, emulator)
    Golden.expect(reply.json, "update/verifyAndChangeEmail", masking: ["passwordHash"])
    let stale = await emulator.client("accounts:lookup", ["idToken": idToken])
    #expect(stale.errorMessage == "TOKEN_EXPIRED")
    #expect(await emulator.oobCodes().isEmpty)
  }

  @Test
  func `accounts:update with a code refuses an address that another user took in the meantime`()
    async throws
  {
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    let code = try await emulator.oobCode(
      "VERIFY_AND_CHANGE_EMAIL", ["idToken": idToken, "newEmail": "bob@example.com"])
    await emulator.signUpReply("bob@example.com")
    #expect(await apply(code, emulator).errorMessage == "EMAIL_EXISTS")
    #expect(await emulator.oobCodes().count == 1)
  }

  @Test
  func
    `accounts:update with a code writes to the first address after every change, and reverts it`()
    async throws
  {
    let account = await emulator.signUpReply("ada@example.com")
    var idToken = account["idToken"] ?? .null
    for email: JSON in ["mallory@example.com", "mallet@example.com"] {
      let reply = await emulator.client(
        "accounts:update", ["idToken": idToken, "email": email, "returnSecureToken": true])
      idToken = reply["idToken"] ?? .null
    }
    let codes = await emulator.oobCodes()
    Golden.expect(.array(codes), "update/recoverEmailCodes")
    #expect(
      emulator.outbox.messages.map(\.recipient) == ["ada@example.com", "ada@example.com"])
    let code = try #require(codes.first?["oobCode"]?.string)
    let check = await emulator.client("accounts:resetPassword", ["oobCode": .string(code)])
    #expect(check["email"] == "ada@example.com" && check["newEmail"] == "mallory@example.com")
    let reply = await apply(code, emulator)
    #expect(reply["email"] == "ada@example.com" && reply["newEmail"] == nil)
    #expect(reply["emailVerified"] == true)
    let user = try #require(try emulator.user(account["localId"]?.string ?? ""))
    #expect(user.email == "ada@example.com")
  }

  @Test
  func `accounts:update with a code writes to the old address after every change in production`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    let code = try await emulator.oobCode(
      "VERIFY_AND_CHANGE_EMAIL", ["idToken": idToken, "newEmail": "lovelace@example.com"])
    #expect(await apply(code, emulator).status == 200)
    #expect(await emulator.oobCodes().map { $0["requestType"] } == ["RECOVER_EMAIL"])
  }

  @Test(arguments: [Profile.production, .compatible])
  func `a verification from before an applied change of the address is void in production`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    let verification = try await emulator.oobCode("VERIFY_EMAIL", ["idToken": idToken])
    let change = try await emulator.oobCode(
      "VERIFY_AND_CHANGE_EMAIL", ["idToken": idToken, "newEmail": "new@example.com"])
    #expect(await apply(change, emulator).status == 200)
    let isVoid = profile == .production
    let check = await emulator.client(
      "accounts:resetPassword", ["oobCode": .string(verification)])
    #expect(check.errorMessage == (isVoid ? "INVALID_OOB_CODE" : nil))
    #expect(await apply(verification, emulator).errorMessage == "INVALID_OOB_CODE")
  }

  @Test(arguments: [Profile.production, .compatible])
  func `a code beside an ID token is not read in production`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    let code = JSON.string(try await emulator.oobCode("VERIFY_EMAIL", ["idToken": idToken]))
    let isRead = profile == .compatible
    let garbage = await emulator.client(
      "accounts:update", ["idToken": "not-a-token", "oobCode": code])
    #expect(garbage.errorMessage == (isRead ? nil : "INVALID_ID_TOKEN"))
    let both = await emulator.client(
      "accounts:update", ["idToken": idToken, "oobCode": code, "displayName": "Ada"])
    #expect(both["displayName"] == (isRead ? nil : "Ada"))
  }

  @Test func `accounts:update with a code sends no recovery for what an administrator changes`()
    async
  {
    let uid = await emulator.signUpReply("ada@example.com")["localId"] ?? .null
    _ = await emulator.admin("accounts:update", ["localId": uid, "email": "b@example.com"])
    #expect(await emulator.oobCodes().isEmpty)
  }

  @Test(
    arguments: [
      ("PASSWORD_RESET", ["email": "ada@example.com"]),
      ("EMAIL_SIGNIN", ["email": "ada@example.com"]),
    ] as [(String, JSONObject)])
  func `accounts:update with a code refuses codes that change no account`(
    _ type: String, _ fields: JSONObject
  ) async throws {
    await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode(type, fields)
    #expect(await apply(code, emulator).errorMessage == "INVALID_OOB_CODE")
    #expect(await emulator.oobCodes().count == 1)
  }

  @Test(arguments: [("VERIFY_EMAIL", 3), ("VERIFY_AND_CHANGE_EMAIL", 3)])
  func `accounts:update with a code lets codes expire by switch`(_ type: String, _ days: Int)
    async throws
  {
    try emulator.set([.codeExpiry: .on])
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    let code = try await emulator.oobCode(
      type, ["idToken": idToken, "newEmail": "lovelace@example.com"])
    emulator.advance(.seconds(days * 24 * 3600))
    #expect(await apply(code, emulator).errorMessage == "EXPIRED_OOB_CODE")
  }

  @Test(arguments: [("PASSWORD_RESET", "INVALID_OOB_CODE"), ("VERIFY_EMAIL", nil)])
  func `a code that is refused as its user is disabled is consumed by a reset alone`(
    _ type: String, _ later: String?
  ) async throws {
    try emulator.set([.codeExpiry: .on])
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    let code = try await emulator.oobCode(
      type, type == "VERIFY_EMAIL" ? ["idToken": idToken] : ["email": "ada@example.com"])
    let method = type == "VERIFY_EMAIL" ? "accounts:update" : "accounts:resetPassword"
    let body: JSON = ["oobCode": .string(code), "newPassword": "secret2"]
    await emulator.disable("ada@example.com")
    #expect(await emulator.client(method, body).errorMessage == "USER_DISABLED")
    await emulator.disable("ada@example.com", false)
    #expect(await emulator.client(method, body).errorMessage == later)
  }

  @Test func `accounts:update refuses a code after the user's address changed, and foreign codes`()
    async throws
  {
    let account = await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode(
      "VERIFY_EMAIL", ["idToken": account["idToken"] ?? .null])
    for key in [try emulator.key(of: "other"), "emulator-demo-project&tenantId=acme"] {
      let reply = await emulator.call(
        .post, "/v1/accounts:update?key=\(key)",
        key.contains("acme")
          ? ["oobCode": .string(code), "tenantId": "acme"] : ["oobCode": .string(code)])
      #expect(reply.errorMessage == "INVALID_OOB_CODE")
    }
    _ = await emulator.admin(
      "accounts:update", ["localId": account["localId"] ?? .null, "email": "b@example.com"])
    // The present owner of the address is not the user of the code.
    await emulator.signUpReply("ada@example.com")
    #expect(await apply(code, emulator).errorMessage == "INVALID_OOB_CODE")
  }
}
