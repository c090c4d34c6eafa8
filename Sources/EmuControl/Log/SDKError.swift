/// The name of a refusal in the SDKs for apps.
///
/// The names are those that the SDKs' references publish. Most are one name in the spelling of each
/// platform; the rows have what differs.
struct SDKError {
  /// The name on Apple platforms.
  private let name: String
  private let number: Int
  /// On the Web, where it is not the same name.
  private let web: String?
  /// False where the C++ SDK for desktops has no error of its own.
  private let isInDesktop: Bool

  private init(_ name: String, _ number: Int, web: String? = nil, isInDesktop: Bool = true) {
    (self.name, self.number, self.web, self.isInDesktop) = (name, number, web, isInDesktop)
  }

  /// Returns the name of a code in each SDK: `ios`, `android`, `web`, `cpp`, `flutter`.
  static func names(of code: String) -> [String: String] {
    guard let error = table[code] else {
      // SDKs derive the name on the Web.
      let web = "auth/" + code.lowercased().split(separator: "_").joined(separator: "-")
      return ["ios": "internalError (17999)", "web": web]
    }
    let words = error.words
    let kebab = words.joined(separator: "-")
    let cpp = cpp[code] ?? words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let android = androidClasses.first { $0.names.contains(error.name) }
    let androidCode =
      codeless.contains(error.name) ? "" : " ERROR_" + words.joined(separator: "_").uppercased()
    return [
      "ios": "\(error.name) (\(error.number))", "web": "auth/\(error.web ?? kebab)",
      "flutter": kebab, "android": "Firebase\(android?.prefix ?? "Auth")Exception\(androidCode)",
      "cpp": "kAuthError\(cpp)\(error.isInDesktop ? "" : "; desktop: kAuthErrorFailure")",
    ]
  }

  /// `invalidVerificationID` as `["invalid", "verification", "id"]`.
  private var words: [String] {
    var words = [""]
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let isCapital = letter.isUppercase
      let isWithinAcronym =
        isCapital && letters[index - 1].isUppercase
        && (index + 1 == letters.count || letters[index + 1].isUppercase)
      if isCapital, !isWithinAcronym { words.append("") }
      words[words.count - 1] += letter.lowercased()
    }
    return words
  }

  private static let cpp = ["needConfirmation": "AccountExistsWithDifferentCredentials"]

  private static let androidClasses: [(prefix: String, names: [String])] = [
    (
      "AuthUserCollision",
      ["accountExistsWithDifferentCredential", "credentialAlreadyInUse", "emailAlreadyInUse"]
    ),
    ("AuthInvalidUser", ["userDisabled", "userNotFound", "invalidUserToken", "userTokenExpired"]),
    ("AuthRecentLoginRequired", ["requiresRecentLogin"]), ("TooManyRequests", ["tooManyRequests"]),
    ("AuthWeakPassword", ["weakPassword"]), ("AuthMultiFactor", ["secondFactorRequired"]),
    ("AuthActionCode", ["invalidActionCode", "expiredActionCode"]),
    (
      "AuthInvalidCredentials",
      [
        "invalidCredential", "wrongPassword", "invalidEmail", "userMismatch", "invalidCustomToken",
        "customTokenMismatch", "invalidVerificationCode", "invalidVerificationID", "sessionExpired",
        "missingOrInvalidNonce", "invalidPhoneNumber", "missingEmail", "invalidMultiFactorSession",
        "missingMultiFactorSession", "missingMultiFactorInfo", "multiFactorInfoNotFound",
      ]
    ),
  ]

  /// Those whose class on Android says it all.
  private static let codeless = ["requiresRecentLogin", "tooManyRequests"]

  private static let table: [String: SDKError] = [
    "needConfirmation": SDKError("accountExistsWithDifferentCredential", 17012),
    "ADMIN_ONLY_OPERATION": SDKError("adminRestrictedOperation", 17085),
    "APP_NOT_VERIFIED": SDKError("appNotVerified", 17055, isInDesktop: false),
    "BLOCKING_FUNCTION_ERROR_RESPONSE": SDKError(
      "blockingCloudFunctionError", 17105, web: "internal-error", isInDesktop: false),
    "CAPTCHA_CHECK_FAILED": SDKError("captchaCheckFailed", 17056, isInDesktop: false),
    "CREDENTIAL_MISMATCH": SDKError("customTokenMismatch", 17002),
    "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": SDKError("requiresRecentLogin", 17014),
    "EMAIL_CHANGE_NEEDS_VERIFICATION": SDKError("emailChangeNeedsVerification", 17090),
    "EMAIL_EXISTS": SDKError("emailAlreadyInUse", 17007),
    "EMAIL_NOT_FOUND": SDKError("userNotFound", 17011),
    "EXPIRED_OOB_CODE": SDKError("expiredActionCode", 17029),
    "FEDERATED_USER_ID_ALREADY_LINKED": SDKError("credentialAlreadyInUse", 17025),
    "INVALID_APP_CREDENTIAL": SDKError("invalidAppCredential", 17048, isInDesktop: false),
    "INVALID_CODE": SDKError("invalidVerificationCode", 17044),
    "INVALID_CONTINUE_URI": SDKError("invalidContinueURI", 17039, isInDesktop: false),
    "INVALID_CUSTOM_TOKEN": SDKError("invalidCustomToken", 17000),
    "INVALID_EMAIL": SDKError("invalidEmail", 17008),
    "INVALID_HOSTING_LINK_DOMAIN": SDKError("invalidHostingLinkDomain", 17214, isInDesktop: false),
    "INVALID_ID_TOKEN": SDKError("invalidUserToken", 17017),
    "INVALID_IDENTIFIER": SDKError("invalidEmail", 17008, isInDesktop: false),
    "INVALID_IDP_RESPONSE": SDKError("invalidCredential", 17004),
    "INVALID_LOGIN_CREDENTIALS": SDKError("invalidCredential", 17004, isInDesktop: false),
    "INVALID_MFA_PENDING_CREDENTIAL": SDKError("invalidMultiFactorSession", 17083),
    "INVALID_OOB_CODE": SDKError("invalidActionCode", 17030),
    "INVALID_PASSWORD": SDKError("wrongPassword", 17009),
    "INVALID_PENDING_TOKEN": SDKError("invalidCredential", 17004, isInDesktop: false),
    "INVALID_PHONE_NUMBER": SDKError("invalidPhoneNumber", 17042),
    "INVALID_PROVIDER_ID": SDKError("invalidProviderID", 17071),
    "INVALID_SESSION_INFO": SDKError("invalidVerificationID", 17046),
    "MFA_ENROLLMENT_NOT_FOUND": SDKError("multiFactorInfoNotFound", 17084),
    "MISSING_APP_CREDENTIAL": SDKError("missingAppCredential", 17047, isInDesktop: false),
    "MISSING_CLIENT_IDENTIFIER": SDKError("missingClientIdentifier", 17093),
    "MISSING_CONTINUE_URI": SDKError(
      "missingContinueURI", 17040, web: "internal-error", isInDesktop: false),
    "MISSING_EMAIL": SDKError("missingEmail", 17034),
    "MISSING_MFA_ENROLLMENT_ID": SDKError("missingMultiFactorInfo", 17082),
    "MISSING_MFA_PENDING_CREDENTIAL": SDKError("missingMultiFactorSession", 17081),
    "MISSING_OR_INVALID_NONCE": SDKError("missingOrInvalidNonce", 17094, isInDesktop: false),
    "OPERATION_NOT_ALLOWED": SDKError("operationNotAllowed", 17006),
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": SDKError(
      "passwordDoesNotMeetRequirements", 17211, isInDesktop: false),
    "PASSWORD_LOGIN_DISABLED": SDKError("operationNotAllowed", 17006),
    "QUOTA_EXCEEDED": SDKError("quotaExceeded", 17052),
    "SECOND_FACTOR_EXISTS": SDKError(
      "secondFactorAlreadyEnrolled", 17087, web: "second-factor-already-in-use"),
    "SECOND_FACTOR_LIMIT_EXCEEDED": SDKError("maximumSecondFactorCountExceeded", 17088),
    "SESSION_EXPIRED": SDKError("sessionExpired", 17051, web: "code-expired"),
    "TENANT_ID_MISMATCH": SDKError("tenantIDMismatch", 17072, isInDesktop: false),
    "TOKEN_EXPIRED": SDKError("userTokenExpired", 17021),
    "TOO_MANY_ATTEMPTS_TRY_LATER": SDKError("tooManyRequests", 17010),
    "UNAUTHORIZED_DOMAIN": SDKError(
      "unauthorizedDomain", 17038, web: "unauthorized-continue-uri", isInDesktop: false),
    "UNSUPPORTED_FIRST_FACTOR": SDKError("unsupportedFirstFactor", 17089),
    "UNSUPPORTED_TENANT_OPERATION": SDKError(
      "unsupportedTenantOperation", 17073, isInDesktop: false),
    "UNVERIFIED_EMAIL": SDKError("unverifiedEmail", 17086),
    "USER_DISABLED": SDKError("userDisabled", 17005),
    "USER_NOT_FOUND": SDKError("userNotFound", 17011, web: "user-token-expired"),
    "WEAK_PASSWORD": SDKError("weakPassword", 17026),
  ]
}
