// Server codes of e-mail codes, text messages, app proofs and passkeys.

extension APIError {
  // MARK: E-mail codes
  static let missingOobCode = APIError("MISSING_OOB_CODE")
  static let missingReqType = APIError("MISSING_REQ_TYPE")
  static let unspecifiedReqType = missingReqType.inProduction("INVALID_REQ_TYPE")
  static let missingNewEmail = APIError("MISSING_NEW_EMAIL")
  static let emailLinkMismatch = APIError(
    "INVALID_EMAIL", detail: "The email provided does not match the sign-in email address.",
    reason: "The link was sent to another address than this one.")
  static let dynamicLinkNotActivated = APIError(
    "DYNAMIC_LINK_NOT_ACTIVATED", detail: "FDL domain is not configured")
  static let invalidHostingLinkDomain = APIError("INVALID_HOSTING_LINK_DOMAIN").inProduction(
    detail:
      "The provided hosting link domain is not configured in Firebase Hosting or is not owned "
      + "by the current project. This cannot be a default hosting domain (web.app or "
      + "firebaseapp.com).")
  static let missingIOSBundleID = APIError("MISSING_IOS_BUNDLE_ID")
  static let resetPasswordExceedLimit = APIError("RESET_PASSWORD_EXCEED_LIMIT")
  static let tooManyAttempts = APIError("TOO_MANY_ATTEMPTS_TRY_LATER")
  static let tooManyPasswords = APIError(
    "TOO_MANY_ATTEMPTS_TRY_LATER",
    detail: "Too many unsuccessful login attempts. Please try again later.")
  static let notAnAbsoluteURL = APIError(
    "INVALID_CONTINUE_URI", detail: "Missing domain in continue url",
    reason: "The continue URL must be absolute, with scheme and host.")

  // MARK: Passkeys
  static let missingAuthenticatorResponse = APIError("MISSING_AUTHENTICATOR_RESPONSE")
  static let invalidAuthenticatorResponse = APIError("INVALID_AUTHENTICATOR_RESPONSE")
  static let passkeyExists = APIError("CREDENTIAL_ALREADY_IN_USE").inProduction("PASSKEY_EXISTS")
  static let passkeyChallengeTimeout = invalidAuthenticatorResponse.inProduction(
    "PASSKEY_CHALLENGE_TIMEOUT")
  static let passkeyCredentialNotFound = APIError("PASSKEY_CREDENTIAL_NOT_FOUND")
    .inProduction("PASSKEY_ENROLLMENT_NOT_FOUND")

  // MARK: Proofs of a real app
  static let invalidAppCredential = APIError("INVALID_APP_CREDENTIAL")
  static let missingClientIdentifier = APIError("MISSING_CLIENT_IDENTIFIER")

  // MARK: Text messages
  static let invalidCode = APIError("INVALID_CODE")
  static let invalidSessionInfo = APIError("INVALID_SESSION_INFO")
  static let invalidTemporaryProof = APIError("INVALID_TEMPORARY_PROOF")
  static let missingCode = APIError("MISSING_CODE")
  static let missingSessionInfo = APIError("MISSING_SESSION_INFO")
  static let quotaExceeded = APIError("QUOTA_EXCEEDED")
  static let sessionExpired = APIError("SESSION_EXPIRED")
  static let malformedPhoneNumber = APIError("INVALID_PHONE_NUMBER", detail: "Invalid format.")
}
