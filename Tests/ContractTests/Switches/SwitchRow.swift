import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The effect of one switch on one request.
struct SwitchRow: Sendable, CustomTestStringConvertible {
  var name: Switch
  /// The response with `on`.
  var refusal: String
  /// Production's response.
  var production: String
  var hasKeys: Bool
  var request: @Sendable (TestEmulator) async throws -> Reply

  init(
    _ name: Switch, _ refusal: String, production: String? = nil, hasKeys: Bool = false,
    _ request: @escaping @Sendable (TestEmulator) async throws -> Reply
  ) {
    self.name = name
    self.refusal = refusal
    self.production = production ?? refusal
    self.hasKeys = hasKeys
    self.request = request
  }

  var testDescription: String { "\(name.rawValue): \(refusal)" }

  /// Switches that reject; those that select one of two results are in ``SwitchTests``.
  static let all = plain + secondFactors + signIns

  private static let plain: [SwitchRow] = [
    SwitchRow(
      .verifyCredentials, "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature."
    ) { emulator in
      let token = TokenText.unsigned(["sub": "g"])
      return await emulator.client(
        "accounts:signInWithIdp",
        [
          "requestUri": "http://localhost",
          "postBody": .string("providerId=google.com&id_token=\(token)"),
        ])
    },
    SwitchRow(
      .requireConfiguredProviders,
      "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    ) { emulator in await emulator.signIn("google.com", claims: ["sub": "g"]) },
    SwitchRow(
      .checkNonce, "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.", hasKeys: true
    ) { emulator in try await emulator.appleSignIn(withNonce: false, times: 1) },
    SwitchRow(
      .replayProtection,
      "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new "
        + "credential.", hasKeys: true
    ) { emulator in try await emulator.appleSignIn(withNonce: true, times: 2) },
    SwitchRow(.recentLogin, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN") { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(301))
      return await emulator.client("accounts:delete", ["idToken": ada.idToken])
    },
    SwitchRow(.recentLogin, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN") { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(301))
      return await emulator.client(
        "accounts:update", ["idToken": ada.idToken, "password": "secret2"])
    },
    SwitchRow(.idTokenExpiry, "INVALID_ID_TOKEN") { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(3901))
      return await emulator.client("accounts:lookup", ["idToken": ada.idToken])
    },
    SwitchRow(.codeExpiry, "EXPIRED_OOB_CODE") { emulator in
      _ = await emulator.person()
      let code = await emulator.code("PASSWORD_RESET")
      emulator.advance(.seconds(3601))
      return await emulator.client("accounts:resetPassword", ["oobCode": code])
    },
    SwitchRow(.codeExpiry, "SESSION_EXPIRED") { emulator in
      let (session, code) = await emulator.text()
      emulator.advance(.seconds(901))
      return await emulator.client(
        "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
    },
    SwitchRow(.codeExpiry, "INVALID_OOB_CODE") { emulator in
      _ = await emulator.person()
      let code = await emulator.code("PASSWORD_RESET")
      _ = await emulator.code("PASSWORD_RESET")
      return await emulator.client("accounts:resetPassword", ["oobCode": code])
    },
    SwitchRow(.attemptLimits, "TOO_MANY_ATTEMPTS_TRY_LATER") { emulator in
      for _ in 0..<10 { _ = await emulator.text() }
      return await emulator.client(
        "accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    },
    SwitchRow(.attemptLimits, "RESET_PASSWORD_EXCEED_LIMIT") { emulator in
      _ = await emulator.person()
      let body: JSON = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
      for _ in 0..<10 { _ = await emulator.client("accounts:sendOobCode", body) }
      return await emulator.client("accounts:sendOobCode", body)
    },
    SwitchRow(.attemptLimits, "TOO_MANY_ATTEMPTS_TRY_LATER") { emulator in
      let ada = await emulator.person()
      let body: JSON = ["requestType": "VERIFY_EMAIL", "idToken": ada.idToken]
      _ = await emulator.client("accounts:sendOobCode", body)
      return await emulator.client("accounts:sendOobCode", body)
    },
    SwitchRow(
      .attemptLimits,
      "TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts. Please try again later."
    ) { emulator in
      _ = await emulator.person()
      func signIn(_ password: JSON) async -> Reply {
        await emulator.client(
          "accounts:signInWithPassword", ["email": "ada@example.com", "password": password])
      }
      for _ in 0..<40 { _ = await signIn("wrong") }
      return await signIn("secret1")
    },
    SwitchRow(.quotas, "QUOTA_EXCEEDED") { emulator in
      for number in 0..<1000 {
        _ = await emulator.text(to: .string("+1555\(1_000_000 + number)"))
      }
      return await emulator.client(
        "accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    },
    SwitchRow(
      .quotas, "INVALID_CONFIG : Leave some out: there may be 10 test numbers, and these are 11."
    ) { emulator in
      var numbers: JSONObject = [:]
      for index in 10...20 { numbers["+155555501\(index)"] = "123456" }
      return await emulator.admin(
        "v2/config", ["signIn": ["phoneNumber": ["testPhoneNumbers": .object(numbers)]]],
        method: .patch)
    },
    SwitchRow(
      .authorizedDomains, "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
    ) { emulator in
      _ = await emulator.person()
      return await emulator.client(
        "accounts:sendOobCode",
        [
          "requestType": "PASSWORD_RESET", "email": "ada@example.com",
          "continueUrl": "https://elsewhere.example",
        ])
    },
    SwitchRow(
      .passwordPolicy,
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
        + "[Password must contain a numeric character]"
    ) { emulator in
      try emulator.enforcePolicy(["containsNumericCharacter": true])
      return await emulator.client(
        "accounts:signUp", ["email": "ada@example.com", "password": "secret"])
    },
    SwitchRow(
      .customTokenSignature,
      "INVALID_CUSTOM_TOKEN : The custom token is not signed.", production: "INVALID_CUSTOM_TOKEN"
    ) { emulator in
      let now = TestEmulator.start.seconds
      let claims: JSON = [
        "aud": .string(TokenText.customTokenAudience), "iss": "me@example.com",
        "sub": "me@example.com", "uid": "carl", "iat": .int(now), "exp": .int(now + 3600),
      ]
      return await emulator.client(
        "accounts:signInWithCustomToken", ["token": .string(TokenText.unsigned(claims))])
    },
    SwitchRow(
      .clientPrivileges, "INSUFFICIENT_PERMISSION"
    ) { emulator in
      let ada = await emulator.person()
      return await emulator.client(
        "accounts:update", ["idToken": ada.idToken, "mfa": ["enrollments": []]])
    },
  ]

  private static let secondFactors: [SwitchRow] = [
    SwitchRow(
      .mfaState,
      "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled."
    ) { emulator in
      let ada = await emulator.verifiedPerson()
      return await emulator.client(
        "accounts/mfaEnrollment:start", ["idToken": ada.idToken, "totpEnrollmentInfo": [:]])
    },
    SwitchRow(.mfaState, "EMAIL_CHANGE_NEEDS_VERIFICATION") { emulator in
      await emulator.enableSecondFactors()
      let ada = await emulator.guardedPerson().person
      return await emulator.client(
        "accounts:update", ["idToken": ada.idToken, "email": "new@example.com"])
    },
    SwitchRow(
      .codeExpiry, "INVALID_MFA_PENDING_CREDENTIAL",
      production: "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again."
    ) { emulator in
      let ada = await emulator.guardedPerson()
      let pending = await emulator.pending()
      emulator.advance(.seconds(3601))
      return await emulator.showApp(ada, pending)
    },
    SwitchRow(.replayProtection, "INVALID_CODE") { emulator in
      let ada = await emulator.guardedPerson()
      _ = await emulator.showApp(ada, await emulator.pending())
      return await emulator.showApp(ada, await emulator.pending())
    },
    SwitchRow(.quotas, "SECOND_FACTOR_LIMIT_EXCEEDED") { emulator in
      await emulator.admin(
        "accounts",
        [
          "email": "ada@example.com", "emailVerified": true,
          "mfaInfo": .array((0...5).map { ["phoneInfo": .string("+1555555010\($0)")] }),
        ])
    },
  ]

  private static let signIns: [SwitchRow] = [
    SwitchRow(
      .sessionBinding,
      "INVALID_IDP_RESPONSE : The session does not match the one of this sign-in."
    ) { emulator in
      let callback = "http://localhost/__/auth/handler"
      let begun = await emulator.client(
        "accounts:createAuthUri", ["providerId": "google.com", "continueUri": .string(callback)])
      let query = (begun.json["authUri"]?.string ?? "").drop { $0 != "?" }.dropFirst()
      let state = FormFields(parsing: String(query)).first("state") ?? ""
      return await emulator.signIn(
        "google.com", claims: ["sub": "g"],
        options: ["requestUri": .string("\(callback)?state=\(state)"), "sessionId": "another"])
    },
    SwitchRow(.requireConfiguredProviders, "INVALID_OAUTH_CLIENT_ID") { emulator in
      await emulator.api(.get, "/v1/projects", nil, query: "clientId=of-another-project")
    },
    SwitchRow(.verifyCredentials, "INVALID_AUTHENTICATOR_RESPONSE") { emulator in
      let ada = await emulator.person()
      return await emulator.client(
        "accounts/passkeyEnrollment:finalize",
        ["idToken": ada.idToken, "authenticatorRegistrationResponse": ["id": "mock"]])
    },
  ]
}

extension TestEmulator {
  /// Signs in with Apple natively, by a token with a nonce.
  func appleSignIn(withNonce: Bool, times: Int) async throws -> Reply {
    let minted = await call(
      .post, "/emulator/v1/issuers/apple.com/tokens",
      ["account": ["email": "ada@example.com"], "clientId": "app", "rawNonce": "n"])
    let token = try #require(minted["idToken"]?.string)
    let form = "providerId=apple.com&id_token=\(token)" + (withNonce ? "&nonce=n" : "")
    let body: JSON = ["requestUri": "http://localhost", "postBody": .string(form)]
    for _ in 1..<times { _ = await client("accounts:signInWithIdp", body) }
    return await client("accounts:signInWithIdp", body)
  }
}
