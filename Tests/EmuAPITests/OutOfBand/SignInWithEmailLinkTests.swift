import EmuTestSupport
import Testing

@Suite final class `accounts:signInWithEmailLink`: EmulatorSuite {
  private func signIn(_ code: String, _ more: JSONObject = [:], key: String? = nil) async -> Reply {
    let body: JSONObject = ["email": "ada@example.com", "oobCode": .string(code)]
    return await emulator.client(
      "accounts:signInWithEmailLink", .object(body.merging(more)), key: key)
  }

  @Test func `accounts:signInWithEmailLink makes an account, and signs in again`() async throws {
    let first = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    let new = await signIn(first, ["email": "Ada@example.com"])
    Golden.expect(new.json, "signInWithEmailLink/new", masking: ["refreshToken"])
    let second = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    let known = await signIn(second)
    Golden.expect(known.json, "signInWithEmailLink/known", masking: ["refreshToken"])
    #expect(known["localId"] == new["localId"])
    let methods = await emulator.client(
      "accounts:createAuthUri",
      ["identifier": "ada@example.com", "continueUri": "http://localhost"])
    #expect(methods["signinMethods"] == ["emailLink"])
  }

  @Test func `accounts:signInWithEmailLink links an anonymous account`() async throws {
    let account = await emulator.client("accounts:signUp")
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    let reply = await signIn(code, ["idToken": account.idToken])
    reply.expect(["localId": account["localId"], "isNewUser": false])
    // iOS aborts on a link without tokens.
    reply.expect(has: "idToken", "refreshToken")
    let user = try #require(try emulator.user(reply["localId"]?.string ?? ""))
    #expect(user.emailVerified && user.emailLinkSignIn)
  }

  static let rows: [CodeRow] = [
    CodeRow("nothing wrong", nil),
    CodeRow("bad address", "INVALID_EMAIL", ["email": "ada"]),
    CodeRow("code of another kind", "INVALID_OOB_CODE", type: "PASSWORD_RESET"),
    CodeRow("bad ID token", "INVALID_ID_TOKEN", ["idToken": "x"]),
    CodeRow("another tenant", "INVALID_OOB_CODE", ["tenantId": "acme"]),
    CodeRow("old code, compatible", nil, wait: .seconds(6 * 3600)),
    CodeRow("old code, checked", "EXPIRED_OOB_CODE", checks: true, wait: .seconds(6 * 3600)),
    CodeRow("e-mail links are disabled", "OPERATION_NOT_ALLOWED") {
      try $0.configure(["signIn": ["email": ["passwordRequired": true]]])
    },
    CodeRow("new users are not allowed", "ADMIN_ONLY_OPERATION") {
      _ = await $0.control(.delete, "projects/\($0.project)/accounts")
      try $0.configure(["client": ["permissions": ["disabledUserSignup": true]]])
    },
  ]

  @Test(arguments: rows)
  func `accounts:signInWithEmailLink answers by its row`(_ row: CodeRow) async throws {
    let type = row.type.isEmpty ? "EMAIL_SIGNIN" : row.type
    let code = try await emulator.signUpForCode(type).code
    try await row.prepare(emulator)
    #expect(await signIn(code, row.more).errorCode == row.error)
    guard row.error == nil else {
      #expect(await emulator.oobCodes().count == 1)
      return
    }
    #expect(await signIn(code).errorMessage == "INVALID_OOB_CODE")
  }

  @Test func `accounts:signInWithEmailLink links no address of another account`() async throws {
    await emulator.signUpReply("ada@example.com")
    let anonymous = await emulator.client("accounts:signUp")
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    #expect(await signIn(code, ["idToken": anonymous.idToken]).errorMessage == "EMAIL_EXISTS")
    #expect(await signIn(code).status == 200)
  }

  @Test func `accounts:signInWithEmailLink refuses another project's code`() async throws {
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    await signIn(code, key: try emulator.key(of: "other")).expect(refusal: "INVALID_OOB_CODE")
  }
}
