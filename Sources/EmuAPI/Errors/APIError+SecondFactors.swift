internal import EmuModel

// Server codes of second factors.

extension APIError {
  static let enrollmentNotFound = APIError("MFA_ENROLLMENT_NOT_FOUND")
  /// For a sign-in with a code of an authenticator app.
  static let totpEnrollmentNotFound = enrollmentNotFound.inProduction("INVALID_MFA_ENROLLMENT_ID")
  static let invalidPendingCredential = APIError("INVALID_MFA_PENDING_CREDENTIAL")
  /// For a pending credential that no emulator issued.
  static let unreadablePendingCredential =
    invalidPendingCredential.inProduction("INVALID_PENDING_TOKEN")
  static let foreignPendingCredential = APIError(
    "INVALID_PROJECT_ID", detail: "Project ID does not match MFA pending credential.")
  static let pendingCredentialExpired = invalidPendingCredential.inProduction(
    detail: "MFA pending credential is expired.")
  static let totpChallengeTimeout = invalidPendingCredential.inProduction(
    "TOTP_CHALLENGE_TIMEOUT",
    detail: "TOTP challenge timeout, provide first factor again.")
  static func invalidSecondFactorNumber(_ text: String) -> APIError {
    APIError("INVALID_MFA_PHONE_NUMBER", detail: "Invalid format.")
      .inProduction("INVALID_PHONE_NUMBER", detail: PhoneNumber.problem(of: text))
  }
  static let unsupportedSecondFactor = APIError(
    "INVALID_MFA_PHONE_NUMBER", detail: "Invalid format."
  ).inProduction(
    "UNSUPPORTED_SECOND_FACTOR", detail: "attempting to add a new TOTP enrollment")
  static let missingFactorID = APIError(
    "INVALID_MFA_ENROLLMENT_ID", detail: "mfaEnrollmentId must be defined.")
  static let missingCredential = APIError(
    "MISSING_CREDENTIAL", detail: "mfaPendingCredential is missing."
  ).asIncomplete
  static let missingEnrollmentID = APIError(
    "MISSING_MFA_ENROLLMENT_ID", detail: "No second factor identifier is provided.")
  static let missingPendingCredential = APIError(
    "MISSING_MFA_PENDING_CREDENTIAL", detail: "mfaPendingCredential is missing."
  ).asIncomplete
  static let secondFactorExists = APIError(
    "SECOND_FACTOR_EXISTS",
    detail: "Phone number already enrolled as second factor for this account.")
  static let secondFactorLimitExceeded = APIError("SECOND_FACTOR_LIMIT_EXCEEDED")
  static let tooManySecondFactors = secondFactorLimitExceeded.inProduction(
    detail: "Too many second factors enrolled for this account.")
  static let tooManyTotpFactors = secondFactorLimitExceeded.inProduction(
    detail: "Too many TOTP based second factors enrolled for this account.")
  static let unsupportedFirstFactor = APIError(
    "UNSUPPORTED_FIRST_FACTOR", detail: "MFA is not available for the given first factor.")
  static let firstFactorOfSecondFactorUser = APIError(
    "UNSUPPORTED_FIRST_FACTOR",
    detail: "A phone number cannot be set as a first factor on an SMS based MFA user."
  ).inProduction(
    detail: "The account has MFA enabled, please sign-in with MFA eligible first factor.")
  static let unverifiedEmail = APIError(
    "UNVERIFIED_EMAIL", detail: "Need to verify email first before enrolling second factors.")

  /// For the session of an authenticator app that is enrolled already.
  static let usedTotpSession = invalidSessionInfo.inProduction(
    "TOO_MANY_ENROLLMENT_ATTEMPTS", detail: "restart enrollment")
  static let missingFactorName = APIError(
    "MISSING_DISPLAY_NAME", detail: "display name cannot be empty")

  /// The same refusal; production answers it as any incomplete request.
  var asIncomplete: APIError { inProduction("Request contains an invalid argument.") }
  static let invalidArgument = APIError("INVALID_ARGUMENT")
}
