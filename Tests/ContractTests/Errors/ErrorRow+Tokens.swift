import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport

extension ErrorRow {
  private static func refresh(_ emulator: TestEmulator, _ body: JSON) async -> Reply {
    await emulator.api(.post, "/securetoken.googleapis.com/v1/token", body)
  }

  static let tokens: [ErrorRow] = [
    ErrorRow("CREDENTIAL_MISMATCH", in: .production) { emulator in
      let now = TestEmulator.start.seconds
      let account: JSON = "someone@other-project.iam.gserviceaccount.com"
      let claims: JSON = [
        "aud": .string(TokenText.customTokenAudience), "iss": account, "sub": account,
        "uid": "carl", "iat": .int(now), "exp": .int(now + 3600),
      ]
      return await emulator.client(
        "accounts:signInWithCustomToken",
        ["token": .string(TokenText.withInvalidSignature(claims)), "returnSecureToken": true])
    },
    ErrorRow("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", in: .production) { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(301))
      return await emulator.client("accounts:delete", ["idToken": ada.idToken])
    },
    ErrorRow(
      "INVALID_CUSTOM_TOKEN",
      "INVALID_CUSTOM_TOKEN : Invalid assertion format"
    ) { emulator in
      await emulator.client("accounts:signInWithCustomToken", ["token": "x"])
    },
    ErrorRow("INVALID_DURATION") { emulator in
      let ada = await emulator.person()
      return await emulator.admin(
        ":createSessionCookie", ["idToken": ada.idToken, "validDuration": 299])
    },
    ErrorRow("INVALID_GRANT_TYPE") { emulator in
      await refresh(emulator, ["grant_type": "password"])
    },
    ErrorRow("INVALID_ID_TOKEN") { emulator in
      await emulator.client("accounts:lookup", ["idToken": "x"])
    },
    ErrorRow("INVALID_REFRESH_TOKEN") { emulator in
      await refresh(emulator, ["grant_type": "refresh_token", "refresh_token": "x"])
    },
    ErrorRow("MISSING_CUSTOM_TOKEN") { emulator in
      await emulator.client("accounts:signInWithCustomToken")
    },
    ErrorRow("MISSING_GRANT_TYPE") { emulator in await refresh(emulator, [:]) },
    ErrorRow("MISSING_ID_TOKEN") { emulator in await emulator.client("accounts:delete") },
    ErrorRow("MISSING_REFRESH_TOKEN") { emulator in
      await refresh(emulator, ["grant_type": "refresh_token"])
    },
    ErrorRow(
      "PERMISSION_DENIED", "The request is missing a valid API key.", status: 403
    ) { emulator in
      var reply = await emulator.api(.post, "/v1/accounts:signUp", [:], query: "key=")
      if reply.json["error"]?["status"] != "PERMISSION_DENIED" { reply.status = 0 }
      return reply
    },
    ErrorRow("TENANT_ID_MISMATCH") { emulator in
      let ada = await emulator.person(tenant: "acme")
      _ = await emulator.person("bob@example.com", tenant: "other")
      return await emulator.client(
        "accounts:lookup", ["idToken": ada.idToken, "tenantId": "other"])
    },
    ErrorRow("TOKEN_EXPIRED") { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(10))
      _ = await emulator.admin(
        "accounts:update", ["localId": ada.uid, "validSince": .int(TestEmulator.start.seconds + 5)])
      return await emulator.client("accounts:lookup", ["idToken": ada.idToken])
    },
  ]
}
