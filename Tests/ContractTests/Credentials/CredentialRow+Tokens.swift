import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport

extension CredentialRow {
  private static func lookup(
    _ emulator: TestEmulator, _ token: JSON, tenant: JSON = nil, key: String? = nil
  ) async -> Reply {
    await emulator.client("accounts:lookup", ["idToken": token, "tenantId": tenant], key: key)
  }

  private static func refresh(
    _ emulator: TestEmulator, _ token: String, tenant: JSON = nil, key: String = "fake-key"
  ) async -> Reply {
    await emulator.api(
      .post, "/securetoken.googleapis.com/v1/token",
      ["grant_type": "refresh_token", "refresh_token": .string(token), "tenantId": tenant],
      query: key == "fake-key" ? "" : "key=\(key)")
  }

  private static func cookie(
    _ emulator: TestEmulator, _ token: JSON, tenant: String? = nil,
    project: String = "demo-project"
  ) async -> Reply {
    await emulator.admin(
      ":createSessionCookie", ["idToken": token, "validDuration": 600], tenant: tenant,
      project: project)
  }

  /// Returns the token with a name in its payload replaced.
  private static func renamed(_ token: String, _ old: JSON, _ new: String) -> JSON {
    .string(TokenText.replacing(old.string ?? "", with: new, in: token))
  }

  static let tokens: [CredentialRow] = [
    CredentialRow(.idToken, .wrong, .refused("INVALID_ID_TOKEN")) { emulator in
      await lookup(emulator, "eyJhbGciOiJub25lIn0.e30.")
    },
    CredentialRow(.idToken, .expired, .refused("INVALID_ID_TOKEN"), in: .production) { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(3901))
      return await lookup(emulator, ada.idToken)
    },
    CredentialRow(.idToken, .reused, .taken("it is good until it expires")) { emulator in
      let ada = await emulator.person()
      _ = await lookup(emulator, ada.idToken)
      return await lookup(emulator, ada.idToken)
    },
    CredentialRow(
      .idToken, .otherUsers, .refused("INVALID_ID_TOKEN"), signsIDTokens: true
    ) { emulator in
      let ada = await emulator.person()
      return await lookup(emulator, renamed(ada.idToken.string ?? "", ada.uid, "bob"))
    },
    CredentialRow(.idToken, .otherTenants, .refused("TENANT_ID_MISMATCH")) { emulator in
      let ada = await emulator.person(tenant: "acme")
      return await lookup(emulator, ada.idToken, tenant: "other")
    },
    CredentialRow(.idToken, .otherProjects, .refused("INVALID_ID_TOKEN")) { emulator in
      let ada = await emulator.person()
      return await lookup(emulator, ada.idToken, key: otherKey)
    },

    CredentialRow(.refreshToken, .wrong, .refused("INVALID_REFRESH_TOKEN")) { emulator in
      await refresh(emulator, "x")
    },
    CredentialRow(.refreshToken, .expired, .refused("TOKEN_EXPIRED")) { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(10))
      _ = await emulator.admin("accounts:update", ["localId": ada.uid, "password": "secret2"])
      return await refresh(emulator, ada.refreshToken)
    },
    CredentialRow(.refreshToken, .reused, .taken("it is never used up")) { emulator in
      let ada = await emulator.person()
      _ = await refresh(emulator, ada.refreshToken)
      return await refresh(emulator, ada.refreshToken)
    },
    CredentialRow(.refreshToken, .otherUsers, .refused("INVALID_REFRESH_TOKEN")) { emulator in
      let ada = await emulator.person()
      let bob = await emulator.person("bob@example.com")
      let token = renamed("." + ada.refreshToken, ada.uid, bob.uid.string ?? "")
      return await refresh(emulator, String(token.string?.dropFirst() ?? ""))
    },
    CredentialRow(.refreshToken, .otherTenants, .refused("TENANT_ID_MISMATCH")) { emulator in
      let ada = await emulator.person(tenant: "acme")
      return await refresh(emulator, ada.refreshToken, tenant: "other")
    },
    CredentialRow(.refreshToken, .otherProjects, .refused("PROJECT_NUMBER_MISMATCH")) { emulator in
      let ada = await emulator.person(key: otherKey)
      return await refresh(emulator, ada.refreshToken)
    },

    CredentialRow(.sessionCookie, .wrong, .refused("INVALID_ID_TOKEN")) { emulator in
      let ada = await emulator.person()
      let cookie = await cookie(emulator, ada.idToken).json["sessionCookie"] ?? ""
      // A cookie is not an ID token.
      return await lookup(emulator, cookie)
    },
    CredentialRow(
      .sessionCookie, .expired, .refused("INVALID_ID_TOKEN"), in: .production
    ) { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(3901))
      return await cookie(emulator, ada.idToken)
    },
    CredentialRow(.sessionCookie, .reused, .taken("a person has many cookies")) { emulator in
      let ada = await emulator.person()
      _ = await cookie(emulator, ada.idToken)
      return await cookie(emulator, ada.idToken)
    },
    CredentialRow(
      .sessionCookie, .otherUsers, .refused("INVALID_ID_TOKEN"), signsIDTokens: true
    ) { emulator in
      let ada = await emulator.person()
      return await cookie(emulator, renamed(ada.idToken.string ?? "", ada.uid, "bob"))
    },
    CredentialRow(.sessionCookie, .otherTenants, .refused("TENANT_ID_MISMATCH")) { emulator in
      let ada = await emulator.person(tenant: "acme")
      return await cookie(emulator, ada.idToken, tenant: "other")
    },
    CredentialRow(.sessionCookie, .otherProjects, .refused("INVALID_ID_TOKEN")) { emulator in
      let ada = await emulator.person()
      return await cookie(emulator, ada.idToken, project: "other-project")
    },
  ]
}
