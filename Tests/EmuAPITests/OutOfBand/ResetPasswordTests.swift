import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite final class `accounts:resetPassword`: EmulatorSuite {
  @Test(arguments: [
    ("PASSWORD_RESET", nil as String?), ("VERIFY_EMAIL", nil),
    ("VERIFY_AND_CHANGE_EMAIL", "lovelace@example.com"), ("EMAIL_SIGNIN", nil),
  ])
  func `a check of a code reports its purpose`(_ type: String, _ newEmail: String?) async throws {
    let code = try await emulator.signUpForCode(type).code
    for _ in 1...2 {
      let reply = await emulator.client("accounts:resetPassword", ["oobCode": .string(code)])
      #expect(reply.status == 200)
      #expect(reply["requestType"]?.string == type)
      // iOS aborts without the address, whatever the type is.
      #expect(reply["email"] == "ada@example.com")
      #expect(reply["newEmail"]?.string == newEmail)
    }
  }

  @Test func `accounts:resetPassword sets the password and ends every session`() async throws {
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
    #expect(await emulator.signInWithPassword(password: "secret2").status == 200)
    #expect(await emulator.oobCodes().isEmpty)
    let again = await emulator.client(
      "accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret3"])
    #expect(again.errorMessage == "INVALID_OOB_CODE")
  }

  static let rows: [CodeRow] = [
    CodeRow("nothing wrong", nil), CodeRow("no code", "MISSING_OOB_CODE", ["oobCode": ""]),
    CodeRow("code of another kind", "INVALID_OOB_CODE", type: "EMAIL_SIGNIN"),
    CodeRow("weak password", "WEAK_PASSWORD", ["newPassword": "short"]),
    CodeRow("old code, compatible", nil, wait: .seconds(3600)),
    CodeRow("young code, checked", nil, checks: true, wait: .seconds(3599)),
    CodeRow("old code, checked", "EXPIRED_OOB_CODE", checks: true, wait: .seconds(3600)),
    CodeRow("replaced code, compatible", nil) {
      _ = try await $0.oobCode("PASSWORD_RESET", ["email": "ada@example.com"])
    },
    CodeRow("replaced code, checked", "INVALID_OOB_CODE", checks: true) {
      _ = try await $0.oobCode("PASSWORD_RESET", ["email": "ada@example.com"])
    },
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
