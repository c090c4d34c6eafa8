import EmuJSON
import EmuModel
import EmuTestSupport

extension CredentialRow {
  private static func reset(
    _ emulator: TestEmulator, _ code: JSON, tenant: JSON = nil, key: String? = nil
  ) async -> Reply {
    await emulator.client(
      "accounts:resetPassword", ["oobCode": code, "newPassword": "secret2", "tenantId": tenant],
      key: key)
  }

  private static func signIn(
    _ emulator: TestEmulator, _ text: (session: JSON, code: JSON), tenant: JSON = nil,
    idToken: JSON = nil, key: String? = nil
  ) async -> Reply {
    await emulator.client(
      "accounts:signInWithPhoneNumber",
      ["sessionInfo": text.session, "code": text.code, "tenantId": tenant, "idToken": idToken],
      key: key)
  }

  static let codes: [CredentialRow] = [
    CredentialRow(.oobCode, .wrong, .refused("INVALID_OOB_CODE")) { emulator in
      await reset(emulator, "x")
    },
    CredentialRow(.oobCode, .wrong, .refused("INVALID_OOB_CODE")) { emulator in
      _ = await emulator.person()
      return await reset(emulator, await emulator.code("VERIFY_EMAIL"))
    },
    CredentialRow(.oobCode, .expired, .refused("EXPIRED_OOB_CODE"), in: .production) { emulator in
      _ = await emulator.person()
      let code = await emulator.code("PASSWORD_RESET")
      emulator.advance(.seconds(3601))
      return await reset(emulator, code)
    },
    CredentialRow(.oobCode, .reused, .refused("INVALID_OOB_CODE")) { emulator in
      _ = await emulator.person()
      let code = await emulator.code("PASSWORD_RESET")
      _ = await reset(emulator, code)
      return await reset(emulator, code)
    },
    CredentialRow(
      .oobCode, .otherUsers,
      .refused("INVALID_EMAIL : The email provided does not match the sign-in email address.")
    ) { emulator in
      _ = await emulator.person()
      let code = await emulator.code("EMAIL_SIGNIN")
      return await emulator.client(
        "accounts:signInWithEmailLink", ["oobCode": code, "email": "bob@example.com"])
    },
    CredentialRow(.oobCode, .otherTenants, .refused("INVALID_OOB_CODE")) { emulator in
      _ = await emulator.person(tenant: "acme")
      let code = await emulator.code("PASSWORD_RESET", tenant: "acme")
      return await reset(emulator, code, tenant: "other")
    },
    CredentialRow(.oobCode, .otherProjects, .refused("INVALID_OOB_CODE")) { emulator in
      _ = await emulator.person()
      return await reset(emulator, await emulator.code("PASSWORD_RESET"), key: otherKey)
    },

    CredentialRow(.textSession, .wrong, .refused("INVALID_SESSION_INFO")) { emulator in
      await signIn(emulator, ("x", "123456"))
    },
    CredentialRow(.textSession, .wrong, .refused("INVALID_CODE")) { emulator in
      await signIn(emulator, (await emulator.text().session, "wrong"))
    },
    CredentialRow(.textSession, .expired, .refused("SESSION_EXPIRED"), in: .production) {
      emulator in
      let text = await emulator.text()
      emulator.advance(.seconds(901))
      return await signIn(emulator, text)
    },
    CredentialRow(.textSession, .reused, .refused("INVALID_SESSION_INFO")) { emulator in
      let text = await emulator.text()
      _ = await signIn(emulator, text)
      return await signIn(emulator, text)
    },
    CredentialRow(.textSession, .otherUsers, .refused("PHONE_NUMBER_EXISTS")) { emulator in
      _ = await signIn(emulator, await emulator.text())
      let ada = await emulator.person()
      let conflict = await signIn(emulator, await emulator.text(), idToken: ada.idToken)
      return await emulator.client(
        "accounts:signInWithPhoneNumber",
        [
          "temporaryProof": conflict.json["temporaryProof"] ?? "", "phoneNumber": "+15555550100",
          "idToken": ada.idToken,
        ])
    },
    CredentialRow(.textSession, .otherTenants, .refused("INVALID_SESSION_INFO")) { emulator in
      await signIn(emulator, await emulator.text(tenant: "acme"), tenant: "other")
    },
    CredentialRow(.textSession, .otherProjects, .refused("INVALID_SESSION_INFO")) { emulator in
      await signIn(emulator, await emulator.text(), key: otherKey)
    },
  ]
}
