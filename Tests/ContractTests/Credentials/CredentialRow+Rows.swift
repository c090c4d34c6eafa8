import EmuTestSupport
import Testing

extension CredentialRow {
  private static func reset(
    _ emulator: TestEmulator, _ code: JSON, tenant: JSON = nil, key: String? = nil
  ) async -> Reply {
    await emulator.client(
      "accounts:resetPassword", ["oobCode": code, "newPassword": "secret2", "tenantId": tenant],
      key: key)
  }

  /// Returns a code of Ada, who signs up.
  private static func code(
    _ emulator: TestEmulator, _ type: JSON = "PASSWORD_RESET", tenant: String? = nil
  ) async -> JSON {
    _ = await emulator.person(tenant: tenant.map { .string($0) } ?? .null)
    return await emulator.code(type, tenant: tenant)
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

  private static let oob = Maker(.oobCode, "INVALID_OOB_CODE")
  private static let message = Maker(.textSession, "INVALID_SESSION_INFO")

  static let codes: [CredentialRow] = [
    oob(.wrong) { await reset($0, "x") },
    oob(.wrong) { await reset($0, code($0, "VERIFY_EMAIL")) },
    oob(.expired, "EXPIRED_OOB_CODE", in: .production) { await reset($0, $0.aged(3601, code($0))) },
    oob(.reused) {
      let code = await code($0)
      _ = await reset($0, code)
      return await reset($0, code)
    },
    oob(
      .otherUsers, "INVALID_EMAIL : The email provided does not match the sign-in email address."
    ) {
      await $0.client(
        "accounts:signInWithEmailLink",
        ["oobCode": code($0, "EMAIL_SIGNIN"), "email": "bob@example.com"])
    },
    oob(.otherTenants) { await reset($0, code($0, tenant: "acme"), tenant: "other") },
    oob(.otherProjects) { await reset($0, code($0), key: otherKey) },

    message(.wrong) { await signIn($0, ("x", "123456")) },
    message(.wrong, "INVALID_CODE") { await signIn($0, ($0.text().session, "wrong")) },
    message(.expired, "SESSION_EXPIRED", in: .production) {
      await signIn($0, $0.aged(901, $0.text()))
    },
    message(.reused) {
      let text = await $0.text()
      _ = await signIn($0, text)
      return await signIn($0, text)
    },
    message(.otherUsers, "PHONE_NUMBER_EXISTS") {
      _ = await signIn($0, $0.text())
      let ada = await $0.person()
      let conflict = await signIn($0, $0.text(), idToken: ada.idToken)
      return await $0.client(
        "accounts:signInWithPhoneNumber",
        [
          "temporaryProof": conflict["temporaryProof"] ?? "", "phoneNumber": "+15555550100",
          "idToken": ada.idToken,
        ])
    },
    message(.otherTenants) { await signIn($0, $0.text(tenant: "acme"), tenant: "other") },
    message(.otherProjects) { await signIn($0, $0.text(), key: otherKey) },
  ]
}

extension CredentialRow {
  private static func lookup(
    _ token: JSON = "ID_TOKEN", tenant: JSON = nil, key: String? = nil
  ) -> TableCall {
    .client("accounts:lookup", ["idToken": token, "tenantId": tenant], key: key)
  }

  private static func refresh(_ token: JSON = "REFRESH_TOKEN", tenant: JSON = nil) -> TableCall {
    .token(["grant_type": "refresh_token", "refresh_token": token, "tenantId": tenant])
  }

  private static func cookie(
    _ token: JSON = "ID_TOKEN", tenant: String? = nil, project: String? = nil
  ) -> TableCall {
    .admin(
      ":createSessionCookie", ["idToken": token, "validDuration": 600], tenant: tenant,
      project: project)
  }

  /// A call with Ada's ID token, in which her id is replaced.
  private static func renamed(_ call: @escaping @Sendable (JSON) -> TableCall) -> TableCall {
    TableCall { emulator, ada in
      let token = TokenText.replacing(
        ada.uid.string ?? "", with: "bob", in: ada.idToken.string ?? "")
      return try await call(.string(token)).send(emulator, ada)
    }
  }

  static let tokens: [CredentialRow] = [
    .init(.idToken, .wrong, "INVALID_ID_TOKEN", lookup("eyJhbGciOiJub25lIn0.e30.")),
    .init(.idToken, .expired, "INVALID_ID_TOKEN", in: .production, later: 3901, lookup()),
    .init(.idToken, .reused, .taken("it is good until it expires"), lookup().twice),
    .init(.idToken, .otherUsers, "INVALID_ID_TOKEN", signsIDTokens: true, renamed { lookup($0) }),
    .init(
      .idToken, .otherTenants, "TENANT_ID_MISMATCH", tenant: "acme", lookup(tenant: "other")),
    .init(.idToken, .otherProjects, "INVALID_ID_TOKEN", lookup(key: otherKey)),

    .init(.refreshToken, .wrong, "INVALID_REFRESH_TOKEN", refresh("x")),
    .init(
      .refreshToken, .expired, "TOKEN_EXPIRED", later: 10,
      TableCall { emulator, ada in
        _ = await emulator.admin("accounts:update", ["localId": ada.uid, "password": "secret2"])
        return try await refresh().send(emulator, ada)
      }),
    .init(.refreshToken, .reused, .taken("it is never used up"), refresh().twice),
    .init(
      .refreshToken, .otherUsers, "INVALID_REFRESH_TOKEN",
      TableCall { emulator, ada in
        let bob = await emulator.person("bob@example.com").uid.string ?? ""
        let token = TokenText.replacing(ada.uid.string ?? "", with: bob, in: "." + ada.refreshToken)
        return try await refresh(.string(String(token.dropFirst()))).send(emulator, ada)
      }),
    .init(
      .refreshToken, .otherTenants, "TENANT_ID_MISMATCH", tenant: "acme", refresh(tenant: "other")),
    .init(.refreshToken, .otherProjects, "PROJECT_NUMBER_MISMATCH") {
      try await refresh().send($0, $0.person(key: otherKey))
    },

    .init(.sessionCookie, .wrong, "INVALID_ID_TOKEN") { emulator in
      let ada = await emulator.person()
      let cookie = try await cookie().send(emulator, ada)["sessionCookie"] ?? ""
      // A cookie is not an ID token.
      return try await lookup(cookie).send(emulator, ada)
    },
    .init(.sessionCookie, .expired, "INVALID_ID_TOKEN", in: .production, later: 3901, cookie()),
    .init(.sessionCookie, .reused, .taken("a person has many cookies"), cookie().twice),
    .init(
      .sessionCookie, .otherUsers, "INVALID_ID_TOKEN", signsIDTokens: true, renamed { cookie($0) }),
    .init(
      .sessionCookie, .otherTenants, "TENANT_ID_MISMATCH", tenant: "acme", cookie(tenant: "other")),
    .init(.sessionCookie, .otherProjects, "INVALID_ID_TOKEN", cookie(project: otherProject)),
  ]
}

extension CredentialRow {
  /// Returns a pending token of `facebook.com`'s `f`, whose address is that of Ada, who signs up.
  private static func pending(_ emulator: TestEmulator, tenant: JSON = nil) async -> JSON {
    _ = await emulator.person(tenant: tenant)
    return await emulator.signIn(
      "facebook.com", claims: ["sub": "f", "email": "ada@example.com"],
      options: ["tenantId": tenant])["pendingToken"] ?? ""
  }

  private static func present(
    _ emulator: TestEmulator, _ token: JSON, idToken: JSON = nil, tenant: JSON = nil,
    key: String? = nil
  ) async -> Reply {
    let body: JSON = [
      "requestUri": "http://localhost", "pendingToken": token, "idToken": idToken,
      "tenantId": tenant,
    ]
    return await emulator.client("accounts:signInWithIdp", body, key: key)
  }

  private static func custom(_ token: JSON, tenant: JSON = nil) -> TableCall {
    .client("accounts:signInWithCustomToken", ["token": token, "tenantId": tenant])
  }

  /// An unsigned custom token, as an Admin SDK makes it for an emulator.
  private static let customToken = JSON.string(TokenText.unsigned(TokenText.customClaims()))

  private static let pendingRow = Maker(.pendingToken, "INVALID_PENDING_TOKEN")

  static let others: [CredentialRow] = [
    pendingRow(.wrong) { await present($0, "x") },
    pendingRow(.expired) { await present($0, $0.aged(3601, pending($0))) },
    pendingRow(.reused) {
      let token = await pending($0)
      let ada = await $0.client(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "secret1"])
      _ = await present($0, token, idToken: ada["idToken"] ?? "")
      return await present($0, token)
    },
    pendingRow(.otherUsers, "EMAIL_EXISTS") {
      await present($0, pending($0), idToken: $0.person("bob@example.com").idToken)
    },
    pendingRow(.otherTenants) { await present($0, pending($0, tenant: "acme"), tenant: "other") },
    pendingRow(.otherProjects) { await present($0, pending($0), key: otherKey) },

    .init(.customToken, .wrong, "INVALID_CUSTOM_TOKEN : Invalid assertion format", custom("x")),
    .init(
      .customToken, .expired, "INVALID_CUSTOM_TOKEN", in: .production, later: 3901,
      custom(customToken)),
    .init(
      .customToken, .reused, .taken("it is good until it expires"), custom(customToken).twice),
    .init(
      .customToken, .otherUsers, "USER_DISABLED",
      TableCall { emulator, ada in
        _ = await emulator.admin("accounts", ["localId": "carl", "disabled": true])
        return try await custom(customToken).send(emulator, ada)
      }),
    .init(
      .customToken, .otherTenants, "TENANT_ID_MISMATCH",
      custom(
        .string(TokenText.unsigned(TokenText.customClaims(["tenant_id": "acme"]))), tenant: "other")
    ),
    .init(
      .customToken, .otherProjects, "CREDENTIAL_MISMATCH", in: .production,
      custom(
        .string(
          TokenText.withInvalidSignature(
            TokenText.customClaims(by: "sdk@other-project.iam.gserviceaccount.com"))))),
  ]
}

extension CredentialRow {
  private static let foreignCredential = Outcome.refused(
    "INVALID_PROJECT_ID : Project ID does not match MFA pending credential.")

  private static let secondFactor = Maker(.pendingSecondFactor, foreignCredential)
  private static let session = Maker(.appSession, "INVALID_SESSION_INFO")

  static let secondFactors: [CredentialRow] = [
    secondFactor(.wrong, "INVALID_MFA_PENDING_CREDENTIAL") {
      await $0.showApp($0.guardedPerson(), "x")
    },
    secondFactor(
      .expired, "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again.",
      in: .production
    ) {
      await $0.enableSecondFactors()
      return await $0.showApp($0.guardedPerson(), $0.aged(3601, $0.pending()))
    },
    secondFactor(.reused, .taken("each code is good once"), in: .production) {
      await $0.enableSecondFactors()
      let ada = await $0.guardedPerson()
      let pending = await $0.pending()
      _ = await $0.showApp(ada, pending)
      // The app's next code, which is unused.
      return await $0.showApp(ada, $0.aged(30, pending))
    },
    secondFactor(.otherUsers, "MFA_ENROLLMENT_NOT_FOUND") {
      let ada = await $0.guardedPerson()
      _ = await $0.guardedPerson("bob@example.com")
      return await $0.showApp(ada, $0.pending("bob@example.com"))
    },
    secondFactor(.otherTenants) {
      await $0.showApp(
        $0.guardedPerson(tenant: "acme"), $0.pending(tenant: "acme"), tenant: "other")
    },
    secondFactor(.otherProjects) {
      await $0.showApp($0.guardedPerson(), $0.pending(), key: otherKey)
    },

    session(.wrong) { await $0.enrolApp($0.verifiedPerson(), ("x.y", "123456")) },
    session(.wrong, "INVALID_CODE") {
      let ada = await $0.verifiedPerson()
      return await $0.enrolApp(ada, ($0.beginApp(ada).session, "wrong"))
    },
    session(.expired, "SESSION_EXPIRED", in: .production) {
      await $0.enableSecondFactors()
      let ada = await $0.verifiedPerson()
      return await $0.enrolApp(ada, $0.aged(901, $0.beginApp(ada)))
    },
    session(.reused) {
      let ada = await $0.verifiedPerson()
      let begun = await $0.beginApp(ada)
      return await $0.enrolApp(Person(json: $0.enrolApp(ada, begun).json), begun)
    },
    session(.otherUsers) {
      let ada = await $0.verifiedPerson()
      return await $0.enrolApp(ada, $0.beginApp($0.verifiedPerson("bob@example.com")))
    },
    session(.otherTenants) {
      let ada = await $0.verifiedPerson()
      return await $0.enrolApp(ada, $0.beginApp($0.verifiedPerson(tenant: "acme")))
    },
    session(.otherProjects) {
      let ada = await $0.verifiedPerson()
      let bob = await $0.verifiedPerson(project: otherProject)
      return await $0.enrolApp(ada, $0.beginApp(bob, key: otherKey))
    },
  ]
}

extension CredentialRow {
  private static func holder(
    _ emulator: TestEmulator, tenant: String? = nil
  ) async throws -> SoftAuthenticator {
    let ada = await emulator.person(tenant: tenant.map { .string($0) } ?? .null)
    let token = ada.idToken.string ?? ""
    let authenticator = try SoftAuthenticator()
    let options = await emulator.creationOptions(token, tenant: tenant)
    await emulator.enroll(token, try authenticator.create(options), tenant: tenant).expect(200)
    return authenticator
  }

  private static let row = Maker(.passkeyChallenge, "INVALID_AUTHENTICATOR_RESPONSE")

  static let passkeys: [CredentialRow] = [
    row(.wrong) { emulator in
      // This challenge was never issued.
      let options: JSON = ["challenge": "bm90aGluZyBnaXZlcyB0aGlz", "rpId": "localhost"]
      return try await emulator.signIn(passkey: holder(emulator).get(options))
    },
    row(.expired) { emulator in
      let authenticator = try await holder(emulator)
      let options = await emulator.requestOptions()
      emulator.advance(PasskeyChallenge.lifetime)
      return await emulator.signIn(passkey: try authenticator.get(options))
    },
    row(.reused) { emulator in
      let answer = try await holder(emulator).get(await emulator.requestOptions())
      #expect(await emulator.signIn(passkey: answer).status == 200)
      return await emulator.signIn(passkey: answer)
    },
    row(.otherUsers) { emulator in
      let ada = await emulator.person()
      let bob = await emulator.person("bob@example.com")
      let options = await emulator.creationOptions(bob.idToken.string ?? "")
      return await emulator.enroll(
        ada.idToken.string ?? "", try SoftAuthenticator().create(options))
    },
    row(.otherTenants) { emulator in
      let authenticator = try await holder(emulator, tenant: "acme")
      let options = await emulator.requestOptions(tenant: "other")
      return await emulator.signIn(passkey: try authenticator.get(options), tenant: "acme")
    },
    row(.otherProjects) { emulator in
      let authenticator = try await holder(emulator)
      let options = await emulator.client("accounts/passkeySignIn:start", key: otherKey)
      return await emulator.signIn(
        passkey: try authenticator.get(options["credentialRequestOptions"]))
    },
  ]
}
