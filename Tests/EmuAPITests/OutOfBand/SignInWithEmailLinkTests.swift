import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:signInWithEmailLink` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private func signIn(
    _ code: String, email: String = "ada@example.com",
    _ more: JSONObject = [:]
  ) async -> Reply {
    var body = more
    body["email"] = .string(email)
    body["oobCode"] = .string(code)
    return await emulator.client("accounts:signInWithEmailLink", .object(body))
  }

  @Test func `accounts:signInWithEmailLink makes an account, and signs in to it the next time`()
    async throws
  {
    let first = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    let new = await signIn(first, email: "Ada@example.com")
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

  @Test func `accounts:signInWithEmailLink adds the address to an anonymous account`() async throws
  {
    let account = await emulator.anonymousReply()
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    let reply = await signIn(code, ["idToken": account["idToken"] ?? .null])
    #expect(reply["localId"] == account["localId"])
    #expect(reply["isNewUser"] == false)
    // iOS aborts on a link without tokens.
    #expect(reply["idToken"]?.string?.isEmpty == false)
    #expect(reply["refreshToken"]?.string?.isEmpty == false)
    let user = try #require(try emulator.user(reply["localId"]?.string ?? ""))
    #expect(user.emailVerified && user.emailLinkSignIn)
  }

  /// A condition that makes the sign-in fail, and the expected answer.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var type = "EMAIL_SIGNIN"
    var email = "ada@example.com"
    var more: JSONObject = [:]
    var switches: [Switch: SwitchValue] = [:]
    var wait: Duration = .zero
    var setUp: @Sendable (TestEmulator) async throws -> Void = { _ in }
    var error: String?

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "nothing wrong"),
    Row(name: "no address", email: "", error: "MISSING_EMAIL"),
    Row(name: "bad address", email: "ada", error: "INVALID_EMAIL"),
    Row(name: "another address", email: "eve@example.com", error: "INVALID_EMAIL"),
    Row(name: "code of another kind", type: "PASSWORD_RESET", error: "INVALID_OOB_CODE"),
    Row(name: "bad ID token", more: ["idToken": "x"], error: "INVALID_ID_TOKEN"),
    Row(name: "another tenant", more: ["tenantId": "acme"], error: "INVALID_OOB_CODE"),
    Row(name: "old code, compatible", wait: .seconds(6 * 3600)),
    Row(
      name: "old code, checked", switches: [.codeExpiry: .on], wait: .seconds(6 * 3600),
      error: "EXPIRED_OOB_CODE"),
    Row(
      name: "disabled user",
      setUp: { await $0.disable("ada@example.com") }, error: "USER_DISABLED"),
    Row(
      name: "e-mail links are disabled",
      setUp: { try $0.configure(["signIn": ["email": ["passwordRequired": true]]]) },
      error: "OPERATION_NOT_ALLOWED"),
    Row(
      name: "new users are not allowed",
      setUp: { emulator in
        _ = await emulator.call(.delete, "/emulator/v1/projects/\(emulator.project)/accounts")
        try emulator.configure(["client": ["permissions": ["disabledUserSignup": true]]])
      }, error: "ADMIN_ONLY_OPERATION"),
  ]

  @Test(arguments: rows) func `accounts:signInWithEmailLink answers by its row`(_ row: Row)
    async throws
  {
    try emulator.set(row.switches)
    await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode(row.type, ["email": "ada@example.com"])
    emulator.advance(row.wait)
    try await row.setUp(emulator)
    let reply = await signIn(code, email: row.email, row.more)
    #expect(reply.errorCode == row.error)
    guard row.error == nil else {
      #expect(await emulator.oobCodes().count == 1)
      return
    }
    #expect(await signIn(code).errorMessage == "INVALID_OOB_CODE")
  }

  @Test
  func `accounts:signInWithEmailLink links no address of another account, and keeps the code`()
    async throws
  {
    await emulator.signUpReply("ada@example.com")
    let anonymous = await emulator.anonymousReply()
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    let reply = await signIn(code, ["idToken": anonymous["idToken"] ?? .null])
    #expect(reply.errorMessage == "EMAIL_EXISTS")
    #expect(await signIn(code).status == 200)
  }

  @Test func `accounts:signInWithEmailLink refuses another project's code`() async throws {
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    let reply = try await emulator.call(
      .post, "/v1/accounts:signInWithEmailLink?key=\(emulator.key(of: "other"))",
      ["email": "ada@example.com", "oobCode": .string(code)])
    #expect(reply.errorMessage == "INVALID_OOB_CODE")
  }

  @Test func `accounts:signInWithEmailLink answers under the v3 name, and requires a code`()
    async throws
  {
    let path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/emailLinkSignin?key=any"
    let missing = await emulator.call(.post, path, ["email": "ada@example.com"])
    #expect(missing.errorMessage == "MISSING_OOB_CODE")
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    let reply = await emulator.call(
      .post, path, ["email": "ada@example.com", "oobCode": .string(code)])
    #expect(reply.status == 200)
  }
}
