import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:resetPassword` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test(arguments: [
    ("PASSWORD_RESET", nil as String?), ("VERIFY_EMAIL", nil),
    ("VERIFY_AND_CHANGE_EMAIL", "lovelace@example.com"), ("EMAIL_SIGNIN", nil),
  ]) func `accounts:resetPassword reports what a code is for and does not use it up`(
    _ type: String, _ newEmail: String?
  ) async throws {
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    let code = try await emulator.oobCode(
      type,
      type.hasPrefix("VERIFY")
        ? ["idToken": idToken, "newEmail": "lovelace@example.com"] : ["email": "ada@example.com"])
    for _ in 1...2 {
      let reply = await emulator.client("accounts:resetPassword", ["oobCode": .string(code)])
      #expect(reply.status == 200)
      #expect(reply["requestType"]?.string == type)
      // iOS aborts without the address, whatever the type is.
      #expect(reply["email"] == "ada@example.com")
      #expect(reply["newEmail"]?.string == newEmail)
    }
  }

  @Test
  func `accounts:resetPassword sets the password, verifies the address and ends every session`()
    async throws
  {
    let account = await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode("PASSWORD_RESET", ["email": "ada@example.com"])
    emulator.advance(.seconds(2))
    let reply = await emulator.client(
      "accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret2"])
    Golden.expect(reply.json, "resetPassword/reset")
    let user = try #require(try emulator.user(account["localId"]?.string ?? ""))
    #expect(user.emailVerified)
    let old = await emulator.client("accounts:lookup", ["idToken": account["idToken"] ?? .null])
    #expect(old.errorMessage == "TOKEN_EXPIRED")
    let signIn = await emulator.signInWithPassword(password: "secret2")
    #expect(signIn.status == 200)
    #expect(await emulator.oobCodes().isEmpty)
    let again = await emulator.client(
      "accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret3"])
    #expect(again.errorMessage == "INVALID_OOB_CODE")
  }

  /// A condition that makes the reset fail, and the expected answer.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var type = "PASSWORD_RESET"
    var switches: [Switch: SwitchValue] = [:]
    var wait: Duration = .zero
    var body: JSONObject = ["newPassword": "secret2"]
    /// Runs between the creation of the code and its use.
    var setUp: @Sendable (TestEmulator) async throws -> Void = { _ in }
    var error: String?

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "nothing wrong"),
    Row(
      name: "unknown code", body: ["oobCode": "x", "newPassword": "secret2"],
      error: "INVALID_OOB_CODE"),
    Row(
      name: "no code", body: ["oobCode": "", "newPassword": "secret2"],
      error: "MISSING_OOB_CODE"),
    Row(name: "code of another kind", type: "EMAIL_SIGNIN", error: "INVALID_OOB_CODE"),
    Row(name: "weak password", body: ["newPassword": "short"], error: "WEAK_PASSWORD"),
    Row(name: "old code, compatible", wait: .seconds(3600)),
    Row(name: "young code, checked", switches: [.codeExpiry: .on], wait: .seconds(3599)),
    Row(
      name: "old code, checked", switches: [.codeExpiry: .on], wait: .seconds(3600),
      error: "EXPIRED_OOB_CODE"),
    Row(
      name: "replaced code, compatible",
      setUp: { _ = try await $0.oobCode("PASSWORD_RESET", ["email": "ada@example.com"]) }),
    Row(
      name: "replaced code, checked", switches: [.codeExpiry: .on],
      setUp: { _ = try await $0.oobCode("PASSWORD_RESET", ["email": "ada@example.com"]) },
      error: "INVALID_OOB_CODE"),
    Row(
      name: "the user is gone",
      setUp: { emulator in
        _ = await emulator.call(.delete, "/emulator/v1/projects/\(emulator.project)/accounts")
      }, error: "INVALID_OOB_CODE"),
    Row(
      name: "disabled user, checked", switches: [.codeExpiry: .on],
      setUp: { await $0.disable("ada@example.com") }, error: "USER_DISABLED"),
    Row(
      name: "passwords are disabled",
      setUp: { try $0.configure(["signIn": ["email": ["enabled": false]]]) },
      error: "PASSWORD_LOGIN_DISABLED"),
    Row(
      name: "another tenant's", body: ["newPassword": "secret2", "tenantId": "acme"],
      error: "INVALID_OOB_CODE"),
  ]

  @Test(arguments: rows) func `accounts:resetPassword answers by its row`(_ row: Row) async throws {
    try emulator.set(row.switches)
    await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode(row.type, ["email": "ada@example.com"])
    emulator.advance(row.wait)
    try await row.setUp(emulator)
    var body = row.body
    if body["oobCode"] == nil { body["oobCode"] = .string(code) }
    let reply = await emulator.client("accounts:resetPassword", .object(body))
    #expect(reply.errorCode == row.error)
  }

  @Test func `accounts:resetPassword reports in compatible what production would have refused`()
    async throws
  {
    await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode("PASSWORD_RESET", ["email": "ada@example.com"])
    emulator.advance(.seconds(3600))
    let response = await emulator.answer(
      Request(
        method: .post, path: "/v1/accounts:resetPassword", rawQuery: "key=any",
        headers: ["Host": "localhost:9099"],
        body: JSON.object(["oobCode": .string(code), "newPassword": "secret2"]).serializedBytes()))
    #expect(response.status == .ok)
    let note = try #require(response.annotations?.decisions.first { $0.rule == "codeExpiry" })
    #expect(note.outcome == "warned")
    #expect(note.reason.hasSuffix("production answers EXPIRED_OOB_CODE"))
  }

  @Test func `accounts:resetPassword refuses another project's code`() async throws {
    await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode("PASSWORD_RESET", ["email": "ada@example.com"])
    let reply = try await emulator.call(
      .post, "/v1/accounts:resetPassword?key=\(emulator.key(of: "other"))",
      ["oobCode": .string(code), "newPassword": "secret2"])
    #expect(reply.errorMessage == "INVALID_OOB_CODE")
  }

  @Test(
    arguments: [
      (["email": "ada@example.com", "oldPassword": "secret1", "newPassword": "secret2"], nil),
      (
        ["email": "ada@example.com", "oldPassword": "wrong", "newPassword": "secret2"],
        "INVALID_PASSWORD"
      ),
      (
        ["email": "eve@example.com", "oldPassword": "secret1", "newPassword": "secret2"],
        "EMAIL_NOT_FOUND"
      ),
      (
        ["email": "ada@example.com", "oldPassword": "secret1", "newPassword": "short"],
        "WEAK_PASSWORD"
      ),
      (["email": "ada@example.com", "oldPassword": "secret1"], "MISSING_PASSWORD"),
      (["email": "ada@example.com", "newPassword": "secret2"], "MISSING_OOB_CODE"),
    ] as [(JSON, String?)]) func `accounts:resetPassword replaces a password that the caller knows`(
      _ body: JSON, _ error: String?
    ) async
  {
    await emulator.signUpReply("ada@example.com")
    let reply = await emulator.client("accounts:resetPassword", body)
    #expect(reply.errorCode == error)
    let signIn = await emulator.signInWithPassword(password: "secret2")
    #expect(signIn.status == (error == nil ? 200 : 400))
  }
}
