import EmuJSON
import EmuModel
import EmuTestSupport

extension CredentialRow {
  /// Returns a pending token of `facebook.com`'s `f`, whose address is Ada's.
  private static func pending(_ emulator: TestEmulator, tenant: JSON = nil) async -> JSON {
    _ = await emulator.person(tenant: tenant)
    let conflict = await emulator.signIn(
      "facebook.com", claims: ["sub": "f", "email": "ada@example.com"],
      options: ["tenantId": tenant])
    return conflict.json["pendingToken"] ?? ""
  }

  private static func present(
    _ emulator: TestEmulator, _ token: JSON, idToken: JSON = nil, tenant: JSON = nil,
    key: String? = nil
  ) async -> Reply {
    await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": "http://localhost", "pendingToken": token, "idToken": idToken,
        "tenantId": tenant,
      ], key: key)
  }

  private static func custom(
    _ emulator: TestEmulator, _ token: JSON, tenant: JSON = nil
  ) async -> Reply {
    await emulator.client(
      "accounts:signInWithCustomToken", ["token": token, "tenantId": tenant])
  }

  /// Returns a custom token of an Admin SDK for an emulator.
  private static func customToken(_ more: JSONObject = [:]) -> JSON {
    let now = TestEmulator.start.seconds
    let account: JSON = "firebase-auth-emulator@example.com"
    var claims: JSONObject = [
      "aud": .string(TokenText.customTokenAudience), "iss": account, "sub": account, "uid": "carl",
      "iat": .int(now), "exp": .int(now + 3600),
    ]
    for member in more { claims[member.key] = member.value }
    return .string(TokenText.unsigned(.object(claims)))
  }

  static let others: [CredentialRow] = [
    CredentialRow(.pendingToken, .wrong, .refused("INVALID_PENDING_TOKEN")) { emulator in
      await present(emulator, "x")
    },
    CredentialRow(.pendingToken, .expired, .refused("INVALID_PENDING_TOKEN")) { emulator in
      let token = await pending(emulator)
      emulator.advance(.seconds(3601))
      return await present(emulator, token)
    },
    CredentialRow(.pendingToken, .reused, .refused("INVALID_PENDING_TOKEN")) { emulator in
      let token = await pending(emulator)
      let ada = await emulator.client(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "secret1"])
      _ = await present(emulator, token, idToken: ada.json["idToken"] ?? "")
      return await present(emulator, token)
    },
    CredentialRow(.pendingToken, .otherUsers, .refused("EMAIL_EXISTS")) { emulator in
      let token = await pending(emulator)
      let bob = await emulator.person("bob@example.com")
      return await present(emulator, token, idToken: bob.idToken)
    },
    CredentialRow(.pendingToken, .otherTenants, .refused("INVALID_PENDING_TOKEN")) { emulator in
      await present(emulator, await pending(emulator, tenant: "acme"), tenant: "other")
    },
    CredentialRow(.pendingToken, .otherProjects, .refused("INVALID_PENDING_TOKEN")) { emulator in
      await present(emulator, await pending(emulator), key: otherKey)
    },

    CredentialRow(
      .customToken, .wrong,
      .refused("INVALID_CUSTOM_TOKEN : Invalid assertion format")
    ) { emulator in await custom(emulator, "x") },
    CredentialRow(
      .customToken, .expired, .refused("INVALID_CUSTOM_TOKEN"), in: .production
    ) { emulator in
      emulator.advance(.seconds(3901))
      return await custom(emulator, customToken())
    },
    CredentialRow(.customToken, .reused, .taken("it is good until it expires")) { emulator in
      _ = await custom(emulator, customToken())
      return await custom(emulator, customToken())
    },
    CredentialRow(.customToken, .otherUsers, .refused("USER_DISABLED")) { emulator in
      _ = await emulator.admin("accounts", ["localId": "carl", "disabled": true])
      return await custom(emulator, customToken())
    },
    CredentialRow(.customToken, .otherTenants, .refused("TENANT_ID_MISMATCH")) { emulator in
      await custom(emulator, customToken(["tenant_id": "acme"]), tenant: "other")
    },
    CredentialRow(
      .customToken, .otherProjects, .refused("CREDENTIAL_MISMATCH"), in: .production
    ) { emulator in
      let now = TestEmulator.start.seconds
      let account: JSON = "sdk@other-project.iam.gserviceaccount.com"
      let claims: JSON = [
        "aud": .string(TokenText.customTokenAudience), "iss": account, "sub": account,
        "uid": "carl", "iat": .int(now), "exp": .int(now + 3600),
      ]
      return await custom(emulator, .string(TokenText.withInvalidSignature(claims)))
    },
  ]
}
