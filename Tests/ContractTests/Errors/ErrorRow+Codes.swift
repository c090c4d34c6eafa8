import EmuJSON
import EmuModel
import EmuTestSupport

extension ErrorRow {
  /// Sends an app's request for a link with a continue URL.
  private static func send(_ emulator: TestEmulator, _ more: JSONObject) async -> Reply {
    _ = await emulator.person()
    var body: JSONObject = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
    for member in more { body[member.key] = member.value }
    return await emulator.client("accounts:sendOobCode", .object(body))
  }

  private static func signIn(
    _ emulator: TestEmulator, _ session: JSON, _ code: JSON
  ) async -> Reply {
    await emulator.client(
      "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
  }

  static let codes: [ErrorRow] = [
    ErrorRow("EXPIRED_OOB_CODE", in: .production) { emulator in
      _ = await emulator.person()
      let code = await emulator.code("PASSWORD_RESET")
      emulator.advance(.seconds(3601))
      return await emulator.client("accounts:resetPassword", ["oobCode": code])
    },
    ErrorRow("INVALID_CODE") { emulator in
      await signIn(emulator, await emulator.text().session, "wrong")
    },
    ErrorRow(
      "INVALID_CONTINUE_URI",
      "INVALID_CONTINUE_URI : Missing domain in continue url"
    ) { emulator in await send(emulator, ["continueUrl": "there"]) },
    ErrorRow(
      "INVALID_HOSTING_LINK_DOMAIN",
      "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in "
        + "Firebase Hosting or is not owned by the current project. This cannot be a default "
        + "hosting domain (web.app or firebaseapp.com).", in: .production
    ) { emulator in
      await send(emulator, ["linkDomain": "x.example.com"])
    },
    ErrorRow("INVALID_NEW_EMAIL") { emulator in
      let ada = await emulator.person("bob@example.com")
      return await send(
        emulator,
        ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": ada.idToken, "newEmail": "new"])
    },
    ErrorRow("INVALID_OOB_CODE") { emulator in
      await emulator.client("accounts:resetPassword", ["oobCode": "x"])
    },
    ErrorRow("INVALID_PHONE_NUMBER", "INVALID_PHONE_NUMBER : Invalid format.") { emulator in
      await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "1234"])
    },
    ErrorRow("INVALID_REQ_TYPE") { emulator in
      await send(emulator, ["requestType": "RECOVER_EMAIL"])
    },
    ErrorRow("INVALID_SESSION_INFO") { emulator in await signIn(emulator, "x", "123456") },
    ErrorRow("INVALID_TEMPORARY_PROOF") { emulator in
      await emulator.client(
        "accounts:signInWithPhoneNumber",
        ["temporaryProof": "x", "phoneNumber": "+15555550100"])
    },
    ErrorRow("MISSING_CODE") { emulator in
      await emulator.client("accounts:signInWithPhoneNumber", ["sessionInfo": "x"])
    },
    ErrorRow("MISSING_CONTINUE_URI") { emulator in
      await emulator.client("accounts:createAuthUri", ["identifier": "ada@example.com"])
    },
    ErrorRow("MISSING_IOS_BUNDLE_ID", in: .production) { emulator in
      await send(emulator, ["iOSAppStoreId": "1"])
    },
    ErrorRow("MISSING_OOB_CODE") { emulator in await emulator.client("accounts:resetPassword") },
    ErrorRow("MISSING_PHONE_NUMBER") { emulator in
      await emulator.client("accounts:signInWithPhoneNumber", ["temporaryProof": "x"])
    },
    ErrorRow("MISSING_REQ_TYPE") { emulator in await emulator.client("accounts:sendOobCode") },
    ErrorRow("MISSING_SESSION_INFO") { emulator in
      await emulator.client("accounts:signInWithPhoneNumber")
    },
    ErrorRow("QUOTA_EXCEEDED", in: .production) { emulator in
      for number in 0..<1000 { _ = await emulator.text(to: .string("+1555\(1_000_000 + number)")) }
      return await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15550000000"])
    },
    ErrorRow("RESET_PASSWORD_EXCEED_LIMIT", in: .production) { emulator in
      for _ in 0..<10 { _ = await send(emulator, [:]) }
      return await send(emulator, [:])
    },
    ErrorRow("SESSION_EXPIRED", in: .production) { emulator in
      let (session, code) = await emulator.text()
      emulator.advance(.seconds(901))
      return await signIn(emulator, session, code)
    },
    ErrorRow("TOO_MANY_ATTEMPTS_TRY_LATER", in: .production) { emulator in
      let (session, code) = await emulator.text()
      for _ in 0..<5 { _ = await signIn(emulator, session, "wrong") }
      return await signIn(emulator, session, code)
    },
    ErrorRow(
      "UNAUTHORIZED_DOMAIN", "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project",
      in: .production
    ) { emulator in await send(emulator, ["continueUrl": "https://elsewhere.example"]) },
  ]
}
