import EmuTestSupport
import Testing

@Suite final class `accounts:resetPassword`: EmulatorSuite {
  @Test func `accounts:resetPassword sets the password and ends every session`() async throws {
    let account = await emulator.signUpReply("ada@example.com")
    let code = try await emulator.oobCode("PASSWORD_RESET", ["email": "ada@example.com"])
    emulator.advance(.seconds(2))
    let reply = await emulator.setPassword(.string(code), "secret2")
    Golden.expect(reply.json, "resetPassword/reset")
    let user = try #require(try emulator.user(account["localId"]?.string ?? ""))
    #expect(user.emailVerified)
    let old = await emulator.client("accounts:lookup", ["idToken": account["idToken"] ?? .null])
    #expect(old.errorMessage == "TOKEN_EXPIRED")
    #expect(await emulator.signInWithPassword(password: "secret2").status == 200)
    #expect(await emulator.oobCodes().isEmpty)
    await emulator.setPassword(.string(code), "secret3").expect(refusal: "INVALID_OOB_CODE")
  }

  static let rows: [CodeRow] = [
    CodeRow("nothing wrong", nil), CodeRow("no code", "MISSING_OOB_CODE", ["oobCode": ""]),
    CodeRow("weak password", "WEAK_PASSWORD", ["newPassword": "short"]),
    CodeRow("old code, compatible", nil, wait: .seconds(3600)),
    CodeRow("young code, checked", nil, checks: true, wait: .seconds(3599)),
    CodeRow("old code, checked", "EXPIRED_OOB_CODE", checks: true, wait: .seconds(3600)),
    CodeRow("the user is gone", "INVALID_OOB_CODE") {
      _ = await $0.control(.delete, "projects/\($0.project)/accounts")
    },
    CodeRow("passwords are disabled", "PASSWORD_LOGIN_DISABLED") {
      try $0.configure(["signIn": ["email": ["enabled": false]]])
    },
  ]

  @Test(arguments: rows)
  func `accounts:resetPassword answers by its row`(_ row: CodeRow) async throws {
    let type = row.type.isEmpty ? "PASSWORD_RESET" : row.type
    let code = try await emulator.signUpForCode(type).code
    try await row.prepare(emulator)
    let body: JSONObject = ["oobCode": .string(code), "newPassword": "secret2"]
    let reply = await emulator.client("accounts:resetPassword", .object(body.merging(row.more)))
    #expect(reply.errorCode == row.error)
    for reason in reply.reason where row.error != nil && reason.first?.isUppercase == true {
      #expect(reason.hasSuffix("."), "\(reason)")
    }
  }

  @Test(
    arguments: [
      ([:], nil), (["oldPassword": "wrong"], "INVALID_PASSWORD"),
      (["email": "eve@example.com"], "EMAIL_NOT_FOUND"),
      (["newPassword": "short"], "WEAK_PASSWORD"), (["newPassword": nil], "MISSING_PASSWORD"),
      (["oldPassword": nil], "MISSING_OOB_CODE"),
    ] as [(JSONObject, String?)])
  func `an old password permits a new one`(_ change: JSONObject, _ error: String?) async {
    await emulator.signUpReply("ada@example.com")
    var body: JSONObject = [
      "email": "ada@example.com", "oldPassword": "secret1", "newPassword": "secret2",
    ]
    for member in change { body[member.key] = member.value.isNull ? nil : member.value }
    #expect(await emulator.client("accounts:resetPassword", .object(body)).errorCode == error)
    let signIn = await emulator.signInWithPassword(password: "secret2")
    #expect(signIn.status == (error == nil ? 200 : 400))
  }
}
