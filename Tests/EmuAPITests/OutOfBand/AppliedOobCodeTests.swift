import EmuTestSupport
import Testing

@Suite final class `accounts:update with a code`: EmulatorSuite {
  private func apply(_ code: String, _ emulator: TestEmulator? = nil) async -> Reply {
    await (emulator ?? self.emulator).apply(.string(code))
  }

  @Test func `accounts:update with a code verifies the address once`() async throws {
    let (idToken, code) = try await emulator.signUpForCode("VERIFY_EMAIL")
    emulator.advance(.seconds(2))
    let reply = await apply(code)
    Golden.expect(reply.json, "update/verifyEmail", masking: ["passwordHash"])
    #expect(await emulator.lookup(idToken.string)?["emailVerified"] == true)
    #expect(await apply(code).errorMessage == "INVALID_OOB_CODE")
  }

  @Test func `accounts:update with a code changes the address, and ends sessions`() async throws {
    let (idToken, code) = try await emulator.signUpForCode(
      "VERIFY_AND_CHANGE_EMAIL", ["newEmail": "Lovelace@example.com"])
    emulator.advance(.seconds(2))
    let reply = await apply(code)
    Golden.expect(reply.json, "update/verifyAndChangeEmail", masking: ["passwordHash"])
    await emulator.client("accounts:lookup", ["idToken": idToken]).expect(refusal: "TOKEN_EXPIRED")
    #expect(await emulator.oobCodes().isEmpty)
  }

  @Test func `accounts:update with a code refuses an address taken meanwhile`() async throws {
    let code = try await emulator.signUpForCode("VERIFY_AND_CHANGE_EMAIL").code
    await emulator.signUpReply("lovelace@example.com")
    #expect(await apply(code).errorMessage == "EMAIL_EXISTS")
    #expect(await emulator.oobCodes().count == 1)
  }

  @Test func `accounts:update reverts a change by the code sent to the address`() async throws {
    let account = await emulator.signUpReply("ada@example.com")
    var idToken = account.idToken
    for email: JSON in ["mallory@example.com", "mallet@example.com"] {
      let reply = await emulator.client(
        "accounts:update", ["idToken": idToken, "email": email, "returnSecureToken": true])
      idToken = reply.idToken
    }
    let codes = await emulator.oobCodes()
    Golden.expect(.array(codes), "update/recoverEmailCodes")
    #expect(emulator.outbox.messages.map(\.recipient) == ["ada@example.com", "ada@example.com"])
    let code = try #require(codes.first?["oobCode"]?.string)
    let check = await emulator.inspect(.string(code))
    #expect(check["email"] == "ada@example.com" && check["newEmail"] == "mallory@example.com")
    await apply(code).expect(["email": "ada@example.com", "newEmail": nil, "emailVerified": true])
    let user = try #require(try emulator.user(account["localId"]?.string ?? ""))
    #expect(user.email == "ada@example.com")
  }

  @Test func `accounts:update writes to the old address in production`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let (_, code) = try await emulator.signUpForCode("VERIFY_AND_CHANGE_EMAIL")
    #expect(await apply(code, emulator).status == 200)
    #expect(await emulator.oobCodes().map { $0["requestType"] } == ["RECOVER_EMAIL"])
  }

  @Test(arguments: Profile.allCases)
  func `a verification before a change of address is void`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let (idToken, verification) = try await emulator.signUpForCode("VERIFY_EMAIL")
    let change = try await emulator.oobCode(
      "VERIFY_AND_CHANGE_EMAIL", ["idToken": idToken, "newEmail": "new@example.com"])
    #expect(await apply(change, emulator).status == 200)
    let isVoid = profile == .production
    let check = await emulator.inspect(.string(verification))
    #expect(check.errorMessage == (isVoid ? "INVALID_OOB_CODE" : nil))
    #expect(await apply(verification, emulator).errorMessage == "INVALID_OOB_CODE")
  }

  @Test(arguments: Profile.allCases)
  func `a code beside an ID token is not read in production`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let (idToken, text) = try await emulator.signUpForCode("VERIFY_EMAIL")
    let code = JSON.string(text)
    let isRead = profile == .compatible
    let garbage = await emulator.client(
      "accounts:update", ["idToken": "not-a-token", "oobCode": code])
    #expect(garbage.errorMessage == (isRead ? nil : "INVALID_ID_TOKEN"))
    let both = await emulator.client(
      "accounts:update", ["idToken": idToken, "oobCode": code, "displayName": "Ada"])
    #expect(both["displayName"] == (isRead ? nil : "Ada"))
  }

  @Test func `accounts:update by an administrator sends no recovery`() async {
    let uid = await emulator.signUpReply("ada@example.com")["localId"] ?? .null
    _ = await emulator.admin("accounts:update", ["localId": uid, "email": "b@example.com"])
    #expect(await emulator.oobCodes().isEmpty)
  }

  @Test(arguments: ["PASSWORD_RESET", "EMAIL_SIGNIN"])
  func `accounts:update refuses codes that change no account`(_ type: String) async throws {
    let code = try await emulator.signUpForCode(type).code
    #expect(await apply(code).errorMessage == "INVALID_OOB_CODE")
    #expect(await emulator.oobCodes().count == 1)
  }

  @Test(arguments: ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"])
  func `accounts:update refuses codes after three days`(_ type: String) async throws {
    try emulator.set([.codeExpiry: .on])
    let code = try await emulator.signUpForCode(type).code
    emulator.advance(.seconds(3 * 24 * 3600 - 1))
    await emulator.inspect(.string(code)).expect()
    emulator.advance(.seconds(1))
    #expect(await apply(code).errorMessage == "EXPIRED_OOB_CODE")
  }

  @Test(arguments: [("PASSWORD_RESET", "INVALID_OOB_CODE"), ("VERIFY_EMAIL", nil)])
  func `a reset alone spends a disabled user's code`(_ type: String, _ then: String?) async throws {
    try emulator.set([.codeExpiry: .on])
    let code = try await emulator.signUpForCode(type).code
    let method = type == "VERIFY_EMAIL" ? "accounts:update" : "accounts:resetPassword"
    let body: JSON = ["oobCode": .string(code), "newPassword": "secret2"]
    await emulator.disable("ada@example.com")
    #expect(await emulator.client(method, body).errorMessage == "USER_DISABLED")
    await emulator.disable("ada@example.com", false)
    #expect(await emulator.client(method, body).errorMessage == then)
  }

  @Test func `accounts:update refuses foreign codes, and those of an old address`() async throws {
    let account = await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode("VERIFY_EMAIL", ["idToken": account.idToken])
    let body: JSONObject = ["oobCode": .string(code)]
    await emulator.client("accounts:update", .object(body), key: try emulator.key(of: "other"))
      .expect(refusal: "INVALID_OOB_CODE")
    await emulator.client("accounts:update", .object(body.merging(["tenantId": "acme"])))
      .expect(refusal: "INVALID_OOB_CODE")
    _ = await emulator.admin(
      "accounts:update", ["localId": account["localId"] ?? .null, "email": "b@example.com"])
    // The present owner of the address is not the user of the code.
    await emulator.signUpReply("ada@example.com")
    #expect(await apply(code).errorMessage == "INVALID_OOB_CODE")
  }

  /// A store may reuse the key of a deleted user: a code must not apply to the new user.
  @Test func `a code of a deleted user does nothing to the user who comes next`() async throws {
    let idToken = await emulator.signUpReply("gone@example.com").idToken
    let code = try await emulator.oobCode("VERIFY_EMAIL", ["idToken": idToken])
    _ = await emulator.client("accounts:delete", ["idToken": idToken])
    let next = await emulator.signUpReply("next@example.com")
    #expect(await apply(code).status == 400)
    let user = try #require(try emulator.user(next["localId"]?.string ?? ""))
    #expect(!user.emailVerified)
  }
}
