internal import EmuModel

// The server codes of operations that have a detail or several uses; `RefusalReason` lists all. The
// text after " : " is production's if known (docs/fidelity says how certain), because many clients
// show it.

extension APIError {
  // MARK: Accounts
  static let emailExists = APIError("EMAIL_EXISTS")
  static let emailNotFound = APIError("EMAIL_NOT_FOUND")
  static let invalidEmail = APIError("INVALID_EMAIL")
  static let invalidIdentifier = APIError("INVALID_IDENTIFIER")
  static let invalidLoginCredentials = APIError("INVALID_LOGIN_CREDENTIALS")
  static let invalidPassword = APIError("INVALID_PASSWORD")
  static let missingContinueURI = APIError("MISSING_CONTINUE_URI")
  static let invalidContinueURI = APIError("INVALID_CONTINUE_URI")
  static let missingEmail = APIError("MISSING_EMAIL")
  static let missingIdentifier = APIError("MISSING_IDENTIFIER")
  static let missingLocalID = APIError("MISSING_LOCAL_ID")
  static let missingPassword = APIError("MISSING_PASSWORD")
  static let duplicateLocalID = APIError("DUPLICATE_LOCAL_ID")
  static let phoneNumberExists = APIError("PHONE_NUMBER_EXISTS")
  static let userDisabled = APIError("USER_DISABLED")
  static let userNotFound = APIError("USER_NOT_FOUND")
  static let weakPassword = APIError(
    "WEAK_PASSWORD", detail: "Password should be at least 6 characters")
  static let passwordTooLong = APIError(
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
    detail: "Password cannot be longer than \(AccountLimits.password) characters")
  static let displayNameTooLong = APIError(
    "INVALID_PROFILE_ATTRIBUTE", detail: "Display name too long.")
  static let invalidOobCode = APIError("INVALID_OOB_CODE")
  /// For a code whose address no longer belongs to the user.
  static let verifiedAddressNotFound = invalidOobCode.inProduction("EMAIL_NOT_FOUND")
  static let resetAddressNotFound = invalidOobCode.inProduction("USER_NOT_FOUND")
  static let passwordLoginDisabled = APIError("PASSWORD_LOGIN_DISABLED")
  static let adminOnlyOperation = APIError("ADMIN_ONLY_OPERATION")
  static let invalidPageSelection = APIError("INVALID_PAGE_SELECTION")
  static let negativePage = invalidPageSelection.failingInProduction
  /// The same refusal; production fails instead.
  var failingInProduction: APIError {
    inProduction(
      "Internal error encountered.", httpStatus: 500, status: "INTERNAL",
      googleReason: "backendError")
  }
  static let invalidClaims = APIError("INVALID_CLAIMS")
  static let forbiddenClaim = APIError("FORBIDDEN_CLAIM")
  static let unexpectedParameter = APIError("UNEXPECTED_PARAMETER")
  static let operationNotAllowed = APIError("OPERATION_NOT_ALLOWED")
  /// For a sign-in method that the project disables; the detail is the emulator's.
  static func signInDisabled(_ reason: String) -> APIError {
    APIError("OPERATION_NOT_ALLOWED", reason: reason)
  }
  static let emailLinkSignInDisabled = signInDisabled(
    "Sign-in by e-mail link is disabled for this project.")
  static let phoneSignInDisabled = signInDisabled("Phone sign-in is disabled for this project.")
  /// For a client that names a project in the body.
  static let projectOfClient = APIError(
    "INSUFFICIENT_PERMISSION", detail: "Only authenticated requests can specify target_project_id.")
  static func insufficientPermission(reason: String) -> APIError {
    APIError("INSUFFICIENT_PERMISSION", reason: reason)
  }
  /// The emulator's rule: production's limits are not published.
  static let userListExceedsLimit = APIError("USER_LIST_EXCEEDS_LIMIT")

  // MARK: Blocking functions
  /// The detail contains the function's error as JSON, from which SDKs read the text.
  static let blockingFunction = APIError("BLOCKING_FUNCTION_ERROR_RESPONSE")
  /// For a function that answers with a status after which production would try again: 429 and 5xx.
  static let failedBlockingFunction = blockingFunction.inProduction(
    "Error code: 47", httpStatus: 503, googleReason: "backendError")

  // MARK: Tokens
  /// - Parameter production: the detail that production sends; nil for none.
  static func invalidCustomToken(_ detail: String, production: String? = nil) -> APIError {
    APIError("INVALID_CUSTOM_TOKEN", detail: detail).inProduction(detail: production)
  }
  static let malformedCustomToken = APIError(
    "INVALID_CUSTOM_TOKEN", detail: "Invalid assertion format"
  ).inProduction(detail: malformedAssertion)
  static let missingCustomToken = APIError("MISSING_CUSTOM_TOKEN")
  static let emptyCustomToken = missingCustomToken.inProduction(
    "INVALID_CUSTOM_TOKEN", detail: malformedAssertion)
  private static let malformedAssertion =
    "Invalid assertion format. 3 dot separated segments required."
  static let emptyUserID = missingIdentifier.inProduction(
    "INVALID_IDENTIFIER", detail: userIDLength)
  static let userIDTooLong = invalidIdentifier.inProduction(detail: userIDLength)
  private static let userIDLength =
    "Invalid user ID length. Expect to have length between 1 and \(AccountLimits.customTokenUID)."
  static let invalidIDToken = APIError("INVALID_ID_TOKEN")
  static let missingIDToken = APIError("MISSING_ID_TOKEN")
  /// For an empty ID token, and for a second-factor call without one.
  static let emptyIDToken = missingIDToken.inProduction("INVALID_ID_TOKEN")
  static let tenantIDMismatch = APIError("TENANT_ID_MISMATCH").inProduction(
    detail: "Specified tenant ID mismatches with the ID token.")
  static let customTokenTenantMismatch = tenantIDMismatch.inProduction(
    detail: "Specified tenant ID does not match the custom token.")
  static let tokenExpired = APIError("TOKEN_EXPIRED")

  // MARK: Identity providers
  static let federatedUserIDAlreadyLinked = APIError("FEDERATED_USER_ID_ALREADY_LINKED")
  static let providerAlreadyLinked = APIError("PROVIDER_ALREADY_LINKED")
  static let invalidPendingToken = APIError("INVALID_PENDING_TOKEN")

  static func invalidCredentialOrProviderID(
    _ presented: String, inProduction quoted: String
  ) -> APIError {
    let problem = "Invalid IdP response/credential: "
    return APIError("INVALID_CREDENTIAL_OR_PROVIDER_ID", detail: problem + presented)
      .inProduction(detail: problem + quoted)
  }
  static let invalidIdpResponse = APIError("INVALID_IDP_RESPONSE")
  static let issuerUnreachable = invalidIdpResponse(
    "Error connecting to the given credential's issuer.")
  static let unverifiedSignature = invalidIdpResponse("Unable to verify the ID Token signature.")
  static let invalidProviderID = APIError(
    "INVALID_PROVIDER_ID", detail: "Provider Id is not supported.")
  static let missingOrInvalidNonce = APIError("MISSING_OR_INVALID_NONCE")

  // MARK: Provider configurations
  static let configurationExists = APIError(
    "CONFIGURATION_EXISTS", httpStatus: 409, status: "ALREADY_EXISTS", googleReason: "alreadyExists"
  )
  static let configurationNotFound = APIError(
    "CONFIGURATION_NOT_FOUND", httpStatus: 404, status: "NOT_FOUND", googleReason: "notFound")
  static func invalidConfigID(detail: String? = nil, reason: String) -> APIError {
    APIError("INVALID_CONFIG_ID", detail: detail, reason: reason)
  }
  static let invalidIssuer = APIError(
    "INVALID_ISSUER", detail: "Issuer in OAuthIdpConfig should be a valid URL.")
  static let missingIssuer = APIError("MISSING_ISSUER").inProduction(
    detail: "Issuer in OAuthIdpConfig cannot be empty.")
  /// - Parameter message: the message of the configuration.
  static func missingOAuthClientID(in message: String) -> APIError {
    APIError("MISSING_OAUTH_CLIENT_ID").inProduction(
      detail: "Client_id in \(message) cannot be empty.")
  }
  static let missingRelyingParty = APIError("MISSING_SAML_RELYING_PARTY_CONFIG")

  // MARK: Projects and tenants
  static let tenantDeleted = APIError("TENANT_DELETED")
  static let invalidDisplayName = APIError(
    "INVALID_DISPLAY_NAME",
    detail: "display_name should start with a letter and only consist of letters, digits and "
      + "hyphens with 4-20 characters.")
  static let missingDisplayName = APIError(
    "MISSING_DISPLAY_NAME", detail: "Missing tenant with valid display_name.")
  static let projectDisabled = APIError("PROJECT_DISABLED")
  static let tenantNotFound = APIError("TENANT_NOT_FOUND").inProduction(
    httpStatus: 404, status: "NOT_FOUND", googleReason: "notFound")
  /// For a tenant of an administrator's call on accounts.
  static let namedTenantNotFound = tenantNotFound.inProduction("INVALID_TENANT_ID")
  static let multiTenancyOff = APIError(
    "INVALID_PROJECT_ID",
    reason: "The project has no tenants: set multiTenant.allowTenants in PATCH "
      + "/v2/projects/{project}/config.")
  static let invalidConfig = APIError("INVALID_CONFIG")
  static func passwordPolicyUnmet(_ shortcomings: [String]) -> APIError {
    APIError(
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
      detail: "Missing password requirements: [\(shortcomings.joined(separator: ", "))]")
  }
  static let invalidProjectID = APIError("INVALID_PROJECT_ID")
}
