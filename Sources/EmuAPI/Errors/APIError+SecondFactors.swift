// Server codes of second factors. Production's details are not documented: the words are ours.

extension APIError {
  static let emailChangeNeedsVerification = APIError("EMAIL_CHANGE_NEEDS_VERIFICATION")
  static let enrollmentNotFound = APIError("MFA_ENROLLMENT_NOT_FOUND")
  static let invalidPendingCredential = APIError("INVALID_MFA_PENDING_CREDENTIAL")
  static let invalidSecondFactorNumber = APIError(
    "INVALID_MFA_PHONE_NUMBER", detail: "Invalid format.")
  static let missingFactorID = APIError(
    "INVALID_MFA_ENROLLMENT_ID", detail: "An enrollment of the list has no mfaEnrollmentId.")
  static let missingCredential = APIError(
    "MISSING_CREDENTIAL", detail: "mfaPendingCredential is missing.")
  static let missingEnrollmentID = APIError(
    "MISSING_MFA_ENROLLMENT_ID", detail: "mfaEnrollmentId is missing.")
  static let missingPendingCredential = APIError(
    "MISSING_MFA_PENDING_CREDENTIAL", detail: "mfaPendingCredential is missing.")
  static let secondFactorExists = APIError(
    "SECOND_FACTOR_EXISTS", detail: "This second factor is enrolled already.")
  static let secondFactorLimitExceeded = APIError("SECOND_FACTOR_LIMIT_EXCEEDED")
  static let unsupportedFirstFactor = APIError(
    "UNSUPPORTED_FIRST_FACTOR", detail: "This way to sign in allows no second factor.")
  static let unverifiedEmail = APIError(
    "UNVERIFIED_EMAIL", detail: "The e-mail address must be verified first.")

  static func duplicateEnrollmentID(_ id: String) -> APIError {
    APIError("DUPLICATE_MFA_ENROLLMENT_ID", detail: id)
  }
  static func invalidArgument(_ detail: String) -> APIError {
    APIError("INVALID_ARGUMENT", detail: detail)
  }
}
