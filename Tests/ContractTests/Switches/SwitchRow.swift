import EmuTestSupport
import Testing

struct SwitchRow: Sendable, CustomTestStringConvertible {
  var name: Switch
  var production: String
  /// The request with the switch on, and its refusal.
  let on: ErrorRow
  private let request: @Sendable (TestEmulator) async throws -> Reply

  /// - Parameter later: the seconds between Ada's sign-up and the call.
  init(_ name: Switch, _ refusal: String, later: Int = 0, _ call: TableCall) {
    self.init(name, refusal) { emulator in
      let ada = await emulator.person()
      emulator.advance(.seconds(later))
      return try await call.send(emulator, ada)
    }
  }

  init(
    _ name: Switch, _ refusal: String, production: String? = nil,
    _ request: @escaping @Sendable (TestEmulator) async throws -> Reply
  ) {
    self.name = name
    self.production = production ?? refusal
    self.request = request
    on = ErrorRow(refusal) { emulator in
      try Self.set(name, .on, of: emulator)
      return try await request(emulator)
    }
  }

  /// Makes the request on an emulator with every check off except the row's.
  func reply(_ value: SwitchValue) async throws -> Reply {
    let emulator = try TestEmulator()
    try Self.set(name, value, of: emulator)
    return try await request(emulator)
  }

  private static func set(_ name: Switch, _ value: SwitchValue, of emulator: TestEmulator) throws {
    var switches: [Switch: SwitchValue] = [:]
    for name in Switch.allCases where name.allowedValues.contains(.warn) { switches[name] = .off }
    switches[name] = value
    try emulator.set(switches)
  }

  var testDescription: String { "\(name.rawValue): \(on.message)" }

  /// Switches that reject; those that select one of two results are in ``SwitchTests``.
  static let all = plain + limits + secondFactors + signIns

  private static func resetLink(_ more: JSONObject = [:]) -> TableCall {
    let body: JSONObject = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
    return .client("accounts:sendOobCode", .object(body.merging(more)))
  }

  private static func inspect(_ emulator: TestEmulator, _ code: JSON) async -> Reply {
    await emulator.client("accounts:resetPassword", ["oobCode": code])
  }

  private static func signIn(
    _ emulator: TestEmulator, _ text: (session: JSON, code: JSON)
  ) async -> Reply {
    await emulator.client(
      "accounts:signInWithPhoneNumber", ["sessionInfo": text.session, "code": text.code])
  }

  private static let plain: [SwitchRow] = [
    .init(
      .verifyCredentials, "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.",
      .client(
        "accounts:signInWithIdp",
        [
          "requestUri": "http://localhost",
          "postBody": .string("providerId=google.com&id_token=\(TokenText.unsigned(["sub": "g"]))"),
        ])),
    .init(
      .requireConfiguredProviders,
      "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    ) { await $0.signIn("google.com", claims: ["sub": "g"]) },
    .init(.checkNonce, "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.") {
      try await $0.appleSignIn(withNonce: false, times: 1)
    },
    .init(
      .replayProtection,
      "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new "
        + "credential."
    ) { try await $0.appleSignIn(withNonce: true, times: 2) },
    .init(
      .recentLogin, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", later: 301,
      .client("accounts:delete", ["idToken": "ID_TOKEN"])),
    .init(
      .recentLogin, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", later: 301,
      .client("accounts:update", ["idToken": "ID_TOKEN", "password": "secret2"])),
    .init(
      .idTokenExpiry, "INVALID_ID_TOKEN", later: 3901,
      .client("accounts:lookup", ["idToken": "ID_TOKEN"])),
    .init(.codeExpiry, "EXPIRED_OOB_CODE") {
      _ = await $0.person()
      return await inspect($0, $0.aged(3601, $0.code("PASSWORD_RESET")))
    },
    .init(.codeExpiry, "SESSION_EXPIRED") { await signIn($0, $0.aged(901, $0.text())) },
    .init(.codeExpiry, "INVALID_OOB_CODE") {
      _ = await $0.person()
      let code = await $0.code("PASSWORD_RESET")
      _ = await $0.code("PASSWORD_RESET")
      return await inspect($0, code)
    },
    .init(
      .authorizedDomains, "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project",
      resetLink(["continueUrl": "https://elsewhere.example"])),
    .init(
      .passwordPolicy,
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
        + "[Password must contain a numeric character]"
    ) {
      try $0.enforcePolicy(["containsNumericCharacter": true])
      return await $0.client("accounts:signUp", ["email": "ada@example.com", "password": "secret"])
    },
    .init(
      .customTokenSignature, "INVALID_CUSTOM_TOKEN : The custom token is not signed.",
      production: "INVALID_CUSTOM_TOKEN"
    ) {
      let token = TokenText.unsigned(TokenText.customClaims(by: "me@example.com"))
      return await $0.client("accounts:signInWithCustomToken", ["token": .string(token)])
    },
    .init(
      .clientPrivileges, "INSUFFICIENT_PERMISSION",
      .client("accounts:update", ["idToken": "ID_TOKEN", "mfa": ["enrollments": []]])),
  ]

  private static let limits: [SwitchRow] = [
    .init(.attemptLimits, "TOO_MANY_ATTEMPTS_TRY_LATER") {
      for _ in 0..<10 { _ = await $0.text() }
      return await $0.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    },
    .init(.attemptLimits, "TOO_MANY_ATTEMPTS_TRY_LATER") {
      let text = await $0.text()
      for _ in 0..<5 { _ = await signIn($0, (text.session, "wrong")) }
      return await signIn($0, text)
    },
    .init(.attemptLimits, "RESET_PASSWORD_EXCEED_LIMIT") {
      let ada = await $0.person()
      for _ in 0..<10 { _ = try await resetLink().send($0, ada) }
      return try await resetLink().send($0, ada)
    },
    .init(
      .attemptLimits, "TOO_MANY_ATTEMPTS_TRY_LATER",
      TableCall.client(
        "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": "ID_TOKEN"]
      ).twice),
    .init(
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
    .init(.quotas, "QUOTA_EXCEEDED") {
      for number in 0..<1000 { _ = await $0.text(to: .string("+1555\(1_000_000 + number)")) }
      return await $0.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    },
    .init(
      .quotas, "INVALID_CONFIG : Leave some out: there may be 10 test numbers, and these are 11."
    ) {
      var numbers: JSONObject = [:]
      for index in 10...20 { numbers["+155555501\(index)"] = "123456" }
      return await $0.admin(
        "v2/config", ["signIn": ["phoneNumber": ["testPhoneNumbers": .object(numbers)]]],
        method: .patch)
    },
  ]

  private static let secondFactors: [SwitchRow] = [
    .init(.mfaState, "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.") {
      await $0.client(
        "accounts/mfaEnrollment:start",
        ["idToken": $0.verifiedPerson().idToken, "totpEnrollmentInfo": [:]])
    },
    .init(.mfaState, "EMAIL_CHANGE_NEEDS_VERIFICATION") {
      await $0.enableSecondFactors()
      return await $0.client(
        "accounts:update",
        ["idToken": $0.guardedPerson().person.idToken, "email": "new@example.com"])
    },
    .init(
      .codeExpiry, "INVALID_MFA_PENDING_CREDENTIAL",
      production: "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again."
    ) { await $0.showApp($0.guardedPerson(), $0.aged(3601, $0.pending())) },
    .init(.replayProtection, "INVALID_CODE") {
      let ada = await $0.guardedPerson()
      _ = await $0.showApp(ada, $0.pending())
      return await $0.showApp(ada, $0.pending())
    },
    .init(.quotas, "SECOND_FACTOR_LIMIT_EXCEEDED") {
      let factors = (0...5).map { ["phoneInfo": .string("+1555555010\($0)")] as JSON }
      return await $0.admin(
        "accounts", ["email": "ada@example.com", "emailVerified": true, "mfaInfo": .array(factors)])
    },
  ]

  private static let signIns: [SwitchRow] = [
    .init(
      .sessionBinding, "INVALID_IDP_RESPONSE : The session does not match the one of this sign-in."
    ) {
      let callback = "http://localhost/__/auth/handler"
      let begun = await $0.client(
        "accounts:createAuthUri", ["providerId": "google.com", "continueUri": .string(callback)])
      let query = (begun["authUri"]?.string ?? "").drop { $0 != "?" }.dropFirst()
      let state = FormFields(parsing: String(query)).first("state") ?? ""
      return await $0.signIn(
        "google.com", claims: ["sub": "g"],
        options: ["requestUri": .string("\(callback)?state=\(state)"), "sessionId": "another"])
    },
    .init(.requireConfiguredProviders, "INVALID_OAUTH_CLIENT_ID") {
      await $0.api(.get, "/v1/projects", nil, query: "clientId=of-another-project")
    },
    .init(
      .verifyCredentials, "INVALID_AUTHENTICATOR_RESPONSE",
      .client(
        "accounts/passkeyEnrollment:finalize",
        ["idToken": "ID_TOKEN", "authenticatorRegistrationResponse": ["id": "mock"]])),
  ]
}

extension TestEmulator {
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
