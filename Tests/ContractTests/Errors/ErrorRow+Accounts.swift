import EmuJSON
import EmuModel
import EmuTestSupport

extension ErrorRow {
  private static let longClaims = #"{"a":""# + String(repeating: "x", count: 1000) + #""}"#
  private static let ada: JSON = ["email": "ada@example.com", "password": "secret1"]
  private static let eve: JSON = ["email": "eve@example.com", "password": "secret1"]
  private static let link: JSON = [["providerId": "google.com", "rawId": "g"]]

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
        ["localId": "a", "providerUserInfo": link], ["localId": "b", "providerUserInfo": link])),
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
    .init("DUPLICATE_MFA_ENROLLMENT_ID : x") {
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
