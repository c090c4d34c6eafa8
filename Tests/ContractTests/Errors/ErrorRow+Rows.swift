import EmuTestSupport
import Testing

extension ErrorRow {
  private static let longClaims = #"{"a":""# + String(repeating: "x", count: 1000) + #""}"#
  private static let ada: JSON = ["email": "ada@example.com", "password": "secret1"]
  private static let eve: JSON = ["email": "eve@example.com", "password": "secret1"]
  private static let identities: JSON = [["providerId": "google.com", "rawId": "g"]]

  private static func batch(_ first: JSON, _ second: JSON) -> TableCall {
    .admin("accounts:batchCreate", ["sanityCheck": true, "users": [first, second]])
  }

  private static func claims(_ text: String) -> TableCall {
    .admin("accounts:update", ["localId": "UID", "customAttributes": .string(text)])
  }

  static let accounts: [ErrorRow] = [
    .init("ADMIN_ONLY_OPERATION") {
      try $0.configure(["client": ["permissions": ["disabledUserSignup": true]]])
      return await $0.client("accounts:signUp")
    },
    .init("CLAIMS_TOO_LARGE", claims(longClaims)),
    .init(
      "DUPLICATE_EMAIL : a@b.example",
      batch(["localId": "a", "email": "a@b.example"], ["localId": "b", "email": "a@b.example"])),
    .init("DUPLICATE_LOCAL_ID", TableCall.admin("accounts", ["localId": "a"]).twice),
    .init(
      "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(g)",
      batch(
        ["localId": "a", "providerUserInfo": identities],
        ["localId": "b", "providerUserInfo": identities])),
    .init("EMAIL_EXISTS", .client("accounts:signUp", ada)),
    .init("EMAIL_NOT_FOUND", .client("accounts:signInWithPassword", eve)),
    .init("FORBIDDEN_CLAIM : sub", claims(#"{"sub":1}"#)),
    .init(
      "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.",
      .client("accounts:signUp", ["targetProjectId": "demo-project"])),
    .init("INVALID_CLAIMS", claims("[1]")),
    .init("INVALID_EMAIL", .client("accounts:signUp", ["email": "ada", "password": "secret1"])),
    .init(
      "INVALID_IDENTIFIER",
      .client("accounts:createAuthUri", ["identifier": "ada", "continueUri": "http://localhost"])),
    .init(
      "INVALID_LOGIN_CREDENTIALS", in: .production, .client("accounts:signInWithPassword", eve)),
    .init(
      "INVALID_PASSWORD",
      .client("accounts:signInWithPassword", ["email": "ada@example.com", "password": "wrong1"])),
    .init(
      "LOCAL_ID_LIST_EXCEEDS_LIMIT",
      .admin("accounts:batchDelete", ["localIds": .array(Array(repeating: "a", count: 1001))])),
    .init("MISSING_EMAIL", .client("accounts:signUp", ["password": "secret1"])),
    .init("MISSING_IDENTIFIER", .client("accounts:createAuthUri")),
    .init("MISSING_LOCAL_ID", .admin("accounts:delete")),
    .init("MISSING_PASSWORD", .client("accounts:signUp", ["email": "new@example.com"])),
    .init("MISSING_USER_ACCOUNT", .admin("accounts:batchCreate")),
    .init("PASSWORD_LOGIN_DISABLED") {
      try $0.configure(["signIn": ["email": ["enabled": false]]])
      return await $0.client("accounts:signInWithPassword", ada)
    },
    .init(
      "PHONE_NUMBER_EXISTS",
      TableCall.admin("accounts", ["phoneNumber": "+15555550100"]).twice),
    .init("UNEXPECTED_PARAMETER : User ID", .client("accounts:signUp", ["localId": "mine"])),
    .init("USER_DISABLED") {
      let ada = await $0.person()
      _ = await $0.admin("accounts:update", ["localId": ada.uid, "disableUser": true])
      return await $0.client("accounts:lookup", ["idToken": ada.idToken])
    },
    .init("USER_NOT_FOUND") {
      let ada = await $0.person()
      _ = await $0.admin("accounts:delete", ["localId": ada.uid])
      return await $0.client("accounts:lookup", ["idToken": ada.idToken])
    },
    .init("USER_NOT_FOUND", .admin("accounts:update", ["localId": "unknown"])),
    .init(
      "WEAK_PASSWORD : Password should be at least 6 characters",
      .client("accounts:signUp", ["email": "new@example.com", "password": "short"])),
  ]
}

extension ErrorRow {
  private static func enrol(_ emulator: TestEmulator, _ person: Person) async -> Reply {
    await emulator.client(
      "accounts/mfaEnrollment:start",
      ["idToken": person.idToken, "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]])
  }

  static let secondFactors: [ErrorRow] = [
    .init("DUPLICATE_MFA_ENROLLMENT_ID") {
      let factors: JSON = [
        ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"],
        ["mfaEnrollmentId": "x", "phoneInfo": "+15555550101"],
      ]
      return await $0.admin(
        "accounts:update", ["localId": $0.verifiedPerson().uid, "mfa": ["enrollments": factors]])
    },
    .init(
      "INVALID_MFA_PENDING_CREDENTIAL",
      .client(
        "accounts/mfaSignIn:start",
        ["mfaPendingCredential": "x", "mfaEnrollmentId": "x", "phoneSignInInfo": [:]])),
    .init("MFA_ENROLLMENT_NOT_FOUND") {
      _ = await $0.guardedPerson()
      return await $0.client(
        "accounts/mfaSignIn:start",
        ["mfaPendingCredential": $0.pending(), "mfaEnrollmentId": "x", "phoneSignInInfo": [:]])
    },
    .init(
      "MISSING_CREDENTIAL : mfaPendingCredential is missing.",
      .client("accounts/mfaSignIn:finalize")),
    .init(
      "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.",
      .client("accounts/mfaSignIn:start", ["mfaPendingCredential": "x"])),
    .init(
      "MISSING_MFA_PENDING_CREDENTIAL : mfaPendingCredential is missing.",
      .client("accounts/mfaSignIn:start")),
    .init(
      "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
    ) { await enrol($0, $0.guardedPerson().person) },
    .init("UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.") {
      await enrol($0, Person(json: $0.client("accounts:signUp").json))
    },
    .init("UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.") {
      await enrol($0, $0.person())
    },
  ]
}

extension ErrorRow {
  private static let oidc: JSON = ["clientId": "c", "issuer": "https://idp.example.com"]

  private static func create(_ body: JSON = oidc, id: String = "oidc.corp") -> TableCall {
    .admin("v2/oauthIdpConfigs", body, query: "oauthIdpConfigId=\(id)")
  }

  static let settings: [ErrorRow] = [
    .init("CONFIGURATION_EXISTS", status: 409, create().twice),
    .init(
      "CONFIGURATION_NOT_FOUND", status: 404,
      .admin("v2/oauthIdpConfigs/oidc.corp", method: .get)),
    .init(
      "INVALID_BLOCKING_FUNCTION : functionUri of beforeCreate must be an absolute URL with a "
        + "scheme and a host.",
      .admin(
        "v2/config", ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "f"]]]],
        method: .patch)),
    .init(
      "INVALID_CONFIG : client_secret cannot be empty for code flow.",
      create(
        ["clientId": "c", "issuer": "https://idp.example.com", "responseType": ["code": true]])),
    .init(`OpenID Connect providers`.invalidID, create(id: "corp")),
    .init(
      "INVALID_PROJECT_ID : A project id has 1 to 100 letters, digits, '-', '_', '.' and ':', and "
        + "not only dots; use one like demo-project."
    ) {
      await $0.api(
        .post, "/v1/projects/no%20project/accounts:lookup", ["localId": ["x"]], bearer: "owner")
    },
    .init(
      "INVALID_TENANT_ID", in: .production, .client("accounts:signUp", ["tenantId": "nowhere"])),
    .init("PROJECT_DISABLED") {
      _ = await $0.admin("v2/tenants/acme", nil, method: .get)
      _ = await $0.admin("v2/tenants/acme", ["disableAuth": true], method: .patch)
      return await $0.client("accounts:signUp", ["tenantId": "acme"])
    },
    .init("TENANT_NOT_FOUND") {
      try $0.set([.autoCreateTenants: .off])
      return await $0.admin("accounts:lookup", ["localId": ["x"]], tenant: "nowhere")
    },
    .init("UNSUPPORTED_TENANT_OPERATION") {
      await $0.api(.get, "/v1/projects", nil, query: "tenantId=acme")
    },
  ]
}

// Codes about app verification, providers and blocking functions.

extension ErrorRow {
  private static func text(_ emulator: TestEmulator, _ proof: JSONObject) async -> Reply {
    let body: JSONObject = ["phoneNumber": "+15555550100"]
    return await emulator.client("accounts:sendVerificationCode", .object(body.merging(proof)))
  }

  private static func enforced(_ emulator: TestEmulator, _ proof: JSONObject) async throws -> Reply
  {
    try emulator.configure(["recaptchaConfig": ["phoneEnforcementState": "ENFORCE"]])
    return await text(emulator, proof)
  }

  static let apps: [ErrorRow] = [
    .init("INVALID_APP_CREDENTIAL", .client("accounts:verifyIosClient", ["appToken": "no token"])),
    .init("INVALID_RECAPTCHA_TOKEN", in: .production) {
      try await enforced($0, ["captchaResponse": "NO_RECAPTCHA"])
    },
    .init("MISSING_APP_CREDENTIAL", in: .production) {
      let reply = await $0.call(
        .post, "/v1/accounts:verifyIosClient?key=k", ["appToken": "00"],
        headers: ["X-Ios-Bundle-Identifier": "com.example.app"])
      return await text($0, ["iosReceipt": reply["receipt"] ?? ""])
    },
    .init("MISSING_CLIENT_TYPE", in: .production) {
      try await enforced($0, ["captchaResponse": "t"])
    },
    .init("MISSING_IOS_APP_TOKEN", .client("accounts:verifyIosClient")),
    .init("MISSING_RECAPTCHA_TOKEN", in: .production) {
      try $0.configure(["recaptchaConfig": ["emailPasswordEnforcementState": "ENFORCE"]])
      return await $0.client(
        "accounts:signInWithPassword", ["email": "ann@example.com", "password": "secret1"])
    },
    .init("MISSING_RECAPTCHA_VERSION", in: .production) {
      try await enforced($0, ["captchaResponse": "t", "clientType": "CLIENT_TYPE_IOS"])
    },
  ]

  // MARK: Providers

  private static func idp(_ body: JSON) -> TableCall { .client("accounts:signInWithIdp", body) }

  static let providers: [ErrorRow] = [
    .init("FEDERATED_USER_ID_ALREADY_LINKED") {
      _ = await $0.signIn("google.com", claims: ["sub": "g"])
      return await $0.signIn(
        "google.com", claims: ["sub": "g"], options: ["idToken": $0.person().idToken])
    },
    .init(
      "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost/?"
        + "id_token=x", idp(["requestUri": "http://localhost", "postBody": "id_token=x"])),
    .init(
      "INVALID_IDP_RESPONSE : Unable to parse the ID Token.",
      idp(["requestUri": "http://localhost", "postBody": "providerId=google.com&id_token=x"])),
    .init(
      "INVALID_PROVIDER_ID : Provider Id is not supported.",
      .client(
        "accounts:revokeToken",
        ["providerId": "google.com", "tokenType": "CODE", "token": "x", "idToken": "x"])),
    .init(
      "INVALID_REQUEST_URI", idp(["requestUri": "there", "postBody": "providerId=google.com"])),
    .init("MISSING_REQUEST_URI", idp([:])),
  ]

  // MARK: Blocking functions

  private static func signUp(
    _ emulator: TestEmulator, answering answer: Answer
  ) async throws -> Reply {
    let functions = try FunctionServer { _ in answer }
    defer { withExtendedLifetime(functions) {} }
    await emulator.register(functions, for: [.beforeCreate])
    return await emulator.client("accounts:signUp", ada)
  }

  static let functions: [ErrorRow] = [
    .init(
      "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: "
        + #"{"error":{"message":"Not you.","status":"PERMISSION_DENIED"}}"#
    ) {
      let error: JSON = ["error": ["message": "Not you.", "status": "PERMISSION_DENIED"]]
      return try await signUp($0, answering: .json(error, status: .forbidden))
    },
    .init("CAPTCHA_CHECK_FAILED") {
      try await signUp($0, answering: .json(["recaptchaActionOverride": "BLOCK"]))
    },
  ]
}

extension ErrorRow {
  private static func link(_ more: JSONObject) -> TableCall {
    let body: JSONObject = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
    return .client("accounts:sendOobCode", .object(body.merging(more)))
  }

  private static let phoneSignIn = "accounts:signInWithPhoneNumber"

  static let codes: [ErrorRow] = [
    .init(
      "INVALID_CONTINUE_URI : Missing domain in continue url", link(["continueUrl": "there"])),
    .init(
      `Link settings`.noHosting, in: .production, link(["linkDomain": "x.example.com"])),
    .init(
      "INVALID_NEW_EMAIL",
      link(["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": "ID_TOKEN", "newEmail": "new"])),
    .init("INVALID_OOB_CODE", .client("accounts:resetPassword", ["oobCode": "x"])),
    .init(
      "INVALID_PHONE_NUMBER : Invalid format.",
      .client("accounts:sendVerificationCode", ["phoneNumber": "1234"])),
    .init("INVALID_REQ_TYPE", link(["requestType": "RECOVER_EMAIL"])),
    .init(
      "INVALID_TEMPORARY_PROOF",
      .client(phoneSignIn, ["temporaryProof": "x", "phoneNumber": "+15555550100"])),
    .init("MISSING_CODE", .client(phoneSignIn, ["sessionInfo": "x"])),
    .init(
      "MISSING_CONTINUE_URI",
      .client("accounts:createAuthUri", ["identifier": "ada@example.com"])),
    .init("MISSING_IOS_BUNDLE_ID", in: .production, link(["iOSAppStoreId": "1"])),
    .init("MISSING_OOB_CODE", .client("accounts:resetPassword")),
    .init("MISSING_PHONE_NUMBER", .client(phoneSignIn, ["temporaryProof": "x"])),
    .init("MISSING_REQ_TYPE", .client("accounts:sendOobCode")),
    .init("MISSING_SESSION_INFO", .client(phoneSignIn)),
  ]
}

extension ErrorRow {
  static let tokens: [ErrorRow] = [
    .init(
      "INVALID_DURATION",
      .admin(":createSessionCookie", ["idToken": "ID_TOKEN", "validDuration": 299])),
    .init("INVALID_GRANT_TYPE", .token(["grant_type": "password"])),
    .init("INVALID_ID_TOKEN", .client("accounts:lookup", ["idToken": "x"])),
    .init("MISSING_CUSTOM_TOKEN", .client("accounts:signInWithCustomToken")),
    .init("MISSING_GRANT_TYPE", .token([:])),
    .init("MISSING_ID_TOKEN", .client("accounts:delete")),
    .init("MISSING_REFRESH_TOKEN", .token(["grant_type": "refresh_token"])),
    .init("The request is missing a valid API key.", code: "PERMISSION_DENIED", status: 403) {
      var reply = await $0.api(.post, "/v1/accounts:signUp", [:], query: "key=")
      if reply["error"]?["status"] != "PERMISSION_DENIED" { reply.status = 0 }
      return reply
    },
    .init("TOKEN_EXPIRED") {
      let ada = await $0.aged(10, $0.person())
      let since = JSON.int(TestEmulator.start.seconds + 5)
      _ = await $0.admin("accounts:update", ["localId": ada.uid, "validSince": since])
      return await $0.client("accounts:lookup", ["idToken": ada.idToken])
    },
  ]
}
