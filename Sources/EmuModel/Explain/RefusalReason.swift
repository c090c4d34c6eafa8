/// The sentence of each server code: the problem and the next step.
///
/// If a rule says more than the code, its explanation is used. Every other refusal has its sentence
/// here. The request log shows it as advice beside a rule's explanation.
package enum RefusalReason {
  /// Codes that may result from a request to a wrong project.
  package static let maybeOfWrongProject: Set<String> = [
    "ADMIN_ONLY_OPERATION", "CONFIGURATION_NOT_FOUND", "CREDENTIAL_MISMATCH", "EMAIL_NOT_FOUND",
    "INVALID_CUSTOM_TOKEN", "INVALID_IDP_RESPONSE", "INVALID_ID_TOKEN",
    "INVALID_LOGIN_CREDENTIALS", "INVALID_MFA_PENDING_CREDENTIAL", "INVALID_OOB_CODE",
    "INVALID_PASSWORD", "INVALID_PENDING_TOKEN", "INVALID_REFRESH_TOKEN", "INVALID_SESSION_INFO",
    "INVALID_TEMPORARY_PROOF", "INVALID_TENANT_ID", "MFA_ENROLLMENT_NOT_FOUND",
    "OPERATION_NOT_ALLOWED", "PASSKEY_CREDENTIAL_NOT_FOUND", "PASSWORD_LOGIN_DISABLED",
    "PROJECT_DISABLED", "PROJECT_NUMBER_MISMATCH", "TENANT_DELETED", "TENANT_ID_MISMATCH",
    "TENANT_NOT_FOUND", "UNAUTHORIZED_DOMAIN", "USER_NOT_FOUND",
  ]

  package static let sentences: [String: String] = [
    // MARK: Accounts
    "ADMIN_ONLY_OPERATION":
      "The project's configuration leaves this operation to administrators: see "
      + "client.permissions and signIn in GET /v2/projects/{project}/config.",
    "CLAIMS_TOO_LARGE": "The custom claims take more than 1000 bytes. Store fewer.",
    "DUPLICATE_EMAIL": "Two accounts of the request have this address. Keep it in one.",
    "DUPLICATE_LOCAL_ID":
      "An account with this localId exists. Choose another, or update that one.",
    "DUPLICATE_RAW_ID": "Two accounts of the request have the same identity. Keep it in one.",
    "EMAIL_EXISTS":
      "Another account has this address. Sign in to that one, or allow several accounts an address "
      + "with signIn.allowDuplicateEmails in PATCH /v2/projects/{project}/config.",
    "EMAIL_NOT_FOUND":
      "No account of this project or tenant has this address. Create one, or sign up first.",
    "FORBIDDEN_CLAIM": "Tokens use this claim themselves. Choose another name.",
    "INVALID_CLAIMS": "customAttributes must be the text of a JSON object.",
    "INVALID_DISPLAY_NAME":
      "A tenant's displayName has 4 to 20 letters, digits and hyphens, and begins with a letter.",
    "INVALID_EMAIL": "The text is not an e-mail address. Write it as name@example.com.",
    "INVALID_IDENTIFIER": "The identifier is not an e-mail address. Write it as name@example.com.",
    "INVALID_LOGIN_CREDENTIALS":
      "No account has this address with this password. The answer does not say which of them "
      + "is wrong, because e-mail enumeration protection is on. Create the account, or set "
      + "another password.",
    "INVALID_PAGE_SELECTION":
      "The number of results is out of range: batchGet returns 0 to 1000, a query at most 500.",
    "INVALID_PASSWORD": "The account has another password. Send that one, or set another.",
    "INVALID_PHONE_NUMBER": "The text is not a phone number. Write it as +15555550100.",
    "LOCAL_ID_LIST_EXCEEDS_LIMIT": "A call deletes at most 1000 accounts. Send several calls.",
    "MISSING_DISPLAY_NAME": "displayName is missing.",
    "MISSING_EMAIL": "email is missing.",
    "MISSING_IDENTIFIER":
      "Neither identifier nor providerId is there: give an address, or a provider to sign in with.",
    "MISSING_LOCAL_ID": "localId is missing; it names the account.",
    "MISSING_PASSWORD": "password is missing.",
    "MISSING_PROVIDER_ID": "The identity to link has no providerId.",
    "MISSING_RAW_ID": "The identity to link has no rawId, the person's id at the provider.",
    "MISSING_USER_ACCOUNT": "users is missing or empty.",
    "OPERATION_NOT_ALLOWED":
      "The project does not allow this way to sign in, or this change. Switch it on in PATCH "
      + "/v2/projects/{project}/config, or configure the provider by `auth-emulator providers set`.",
    "INVALID_PROFILE_ATTRIBUTE": "A value of the profile is not valid; the message says which.",
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS":
      "The password does not satisfy the password policy: GET /v2/passwordPolicy shows it.",
    "PASSWORD_LOGIN_DISABLED":
      "Sign-in by password is off: set signIn.email.enabled in PATCH /v2/projects/{project}/config.",
    "PHONE_NUMBER_EXISTS":
      "Another account has this phone number. Sign in to that one, or delete it.",
    "UNEXPECTED_PARAMETER": "A client may not choose this value. Leave it out.",
    "USER_DISABLED": "The account is disabled. An administrator's accounts:update enables it.",
    "USER_MISMATCH":
      "The credential belongs to no account, or to another one than the request names.",
    "USER_NOT_FOUND":
      "There is no such account: it was deleted, or it is of another project or tenant.",
    "WEAK_PASSWORD": "A password has at least 6 characters.",

    // MARK: Links and codes
    "EMAIL_CHANGE_NEEDS_VERIFICATION":
      "An account with a second factor changes its address only by a link to the new one: send "
      + "requestType VERIFY_AND_CHANGE_EMAIL to accounts:sendOobCode.",
    "EXPIRED_OOB_CODE": "The link's code has expired. Send a new one.",
    "INVALID_CONTINUE_URI": "continueUrl is not an absolute address with a scheme and a host.",
    "DYNAMIC_LINK_NOT_ACTIVATED":
      "mobileLinksConfig.domain requires dynamic links, which are shut down. Set HOSTING_DOMAIN.",
    "INVALID_HOSTING_LINK_DOMAIN": "linkDomain is not one of the project's authorized domains.",
    "INVALID_NEW_EMAIL": "newEmail is not an e-mail address. Write it as name@example.com.",
    "INVALID_OOB_CODE":
      "The code is unknown, used, or of another kind. GET "
      + "/emulator/v1/projects/{project}/oobCodes lists those that are good.",
    "INVALID_REQ_TYPE": "requestType is none that this call sends.",
    "MISSING_CONTINUE_URI": "continueUri is missing: the address to come back to.",
    "MISSING_IOS_BUNDLE_ID": "The app's bundle id is missing.",
    "MISSING_NEW_EMAIL": "newEmail is missing.",
    "MISSING_OOB_CODE": "oobCode is missing: the code of a link.",
    "MISSING_REQ_TYPE": "requestType is missing: it says what kind of link to send.",
    "RESET_PASSWORD_EXCEED_LIMIT":
      "Too many links for a new password went to this address. Wait.",
    "TOO_MANY_ATTEMPTS_TRY_LATER":
      "There were too many attempts. Wait, or move the clock with POST "
      + "/emulator/v1/clock:advance.",
    "UNAUTHORIZED_DOMAIN":
      "The address to come back to is on a domain that the project does not authorize. Add it to "
      + "authorizedDomains in PATCH /v2/projects/{project}/config.",

    // MARK: Telephones and apps
    "CAPTCHA_CHECK_FAILED": "A blocking function blocked the request for its reCAPTCHA score.",
    "INVALID_APP_CREDENTIAL":
      "The receipt does not go with the secret. Send both as accounts:verifyIosClient gave them.",
    "INVALID_CODE":
      "The code is another one. GET /emulator/v1/projects/{project}/verificationCodes lists those "
      + "that were sent.",
    "INVALID_RECAPTCHA_TOKEN": "The project enforces reCAPTCHA, and the token is a bad one.",
    "INVALID_SESSION_INFO":
      "sessionInfo is of no code that is under way. Start again with accounts:sendVerificationCode.",
    "INVALID_TEMPORARY_PROOF":
      "temporaryProof is unknown, or of another number. Sign in with a code again.",
    "MISSING_APP_CREDENTIAL": "The app's receipt or its secret is missing.",
    "MISSING_CLIENT_IDENTIFIER":
      "Nothing shows that the request comes from a real app. Send recaptchaToken with any text, as "
      + "an SDK does, or sign in with a number of signIn.phoneNumber.testPhoneNumbers.",
    "MISSING_CLIENT_TYPE": "clientType is missing.",
    "MISSING_CODE": "code is missing: the digits of the text message.",
    "MISSING_IOS_APP_TOKEN": "appToken is missing: the app's token for pushes.",
    "MISSING_PHONE_NUMBER": "phoneNumber is missing.",
    "MISSING_RECAPTCHA_TOKEN": "The project enforces reCAPTCHA, and the request has no token.",
    "MISSING_RECAPTCHA_VERSION": "recaptchaVersion is missing.",
    "MISSING_SESSION_INFO": "sessionInfo is missing: the answer of accounts:sendVerificationCode.",
    "QUOTA_EXCEEDED":
      "The project used up what it may send or keep. Wait.",
    "SESSION_EXPIRED":
      "The code has expired. Start again.",

    // MARK: Tokens
    "CREDENTIAL_MISMATCH":
      "The custom token was made for another project than the API key selects. Send a key of that "
      + "project, such as emulator-{project}.",
    "CREDENTIAL_TOO_OLD_LOGIN_AGAIN":
      "The person signed in too long ago for this. Sign in again.",
    "INVALID_CUSTOM_TOKEN":
      "The custom token is neither a JWT nor a JSON object with a uid, or its claims are wrong.",
    "INVALID_DURATION": "validDuration is from 300 to 1209600 seconds.",
    "INVALID_GRANT_TYPE": "grant_type is refresh_token.",
    "INVALID_ID_TOKEN":
      "idToken is not an ID token of this project: it cannot be read, has expired, or is another "
      + "project's. Sign in again.",
    "INVALID_REFRESH_TOKEN": "The refresh token cannot be read. Sign in again.",
    "MISSING_CUSTOM_TOKEN": "token is missing: the custom token.",
    "MISSING_GRANT_TYPE": "grant_type is missing; it is refresh_token.",
    "MISSING_ID_TOKEN": "idToken is missing: it says who calls.",
    "MISSING_REFRESH_TOKEN": "refresh_token is missing.",
    "INVALID_TOKEN_TYPE":
      "tokenType is missing or unknown. Send CODE, ACCESS_TOKEN or REFRESH_TOKEN.",
    "MISSING_TOKEN": "token is missing: the one to revoke.",
    "PROJECT_NUMBER_MISMATCH":
      "The refresh token is of another project than the API key selects. Send a key of that "
      + "project, such as emulator-{project}.",
    "TENANT_ID_MISMATCH":
      "The request names one tenant and its token or path another. Name the same one, or leave "
      + "tenantId out.",
    "TOKEN_EXPIRED":
      "The session has ended: the password changed, or sessions were revoked. Sign in again.",

    // MARK: Identity providers
    "FEDERATED_USER_ID_ALREADY_LINKED":
      "Another account has this identity of the provider. Sign in to that one, or unlink it there.",
    "INVALID_CREDENTIAL_OR_PROVIDER_ID":
      "The request has no provider's id, or no credential that this provider gives: id_token, "
      + "access_token, code or SAMLResponse in postBody or in the query of requestUri.",
    "INVALID_IDP_RESPONSE":
      "The credential of the provider is invalid; the message has the reason.",
    "PROVIDER_ALREADY_LINKED":
      "The account has another identity of this provider. Unlink it first.",
    "INVALID_PENDING_TOKEN":
      "pendingToken is unknown, used up, or has expired. Sign in with the provider again.",
    "INVALID_PROVIDER_ID":
      "No identity provider has this id, or it has no such call. Passwords and phones have "
      + "other calls.",
    "INVALID_REQUEST_URI": "requestUri is not an absolute address with a scheme and a host.",
    "MISSING_OR_INVALID_NONCE":
      "The nonce does not go with the one in the ID token, or the token was presented before. Send "
      + "the app's raw nonce with the token that has its SHA-256.",
    "MISSING_REQUEST_URI":
      "requestUri is missing: the address that the provider answered to, such as http://localhost.",
    "MISSING_RP_ID": "rpId is missing: the entity id of the relying party.",

    // MARK: Configurations
    "CONFIGURATION_EXISTS": "There is a configuration of this id. Update it, or delete it first.",
    "CONFIGURATION_NOT_FOUND":
      "There is no provider of this id. `auth-emulator providers` lists the configured ones.",
    "EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED":
      "Production changes the text of e-mails only for projects with their own mail server: "
      + "set notification.sendEmail.method to CUSTOM_SMTP.",
    "INVALID_ADJACENT_INTERVAL_RANGE": "adjacentIntervals is a number from 0 to 10.",
    "INVALID_AUTHORIZED_DOMAIN":
      "An authorized domain is written without scheme, port and path, such as app.example.com.",
    "INVALID_BLOCKING_FUNCTION":
      "A trigger of blockingFunctions cannot be called; the message names it and what it needs.",
    "INVALID_CONFIG": "A value of the configuration is not valid; the message says which.",
    "INVALID_CONFIG_ID":
      "The id must begin with oidc. or saml., as the collection has it, or be a provider's own.",
    "INVALID_ISSUER": "issuer is not an http or https address.",
    "INVALID_OAUTH_CLIENT_ID": "clientId is not a client id.",
    "INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION":
      "useSmsBotScore and useSmsTollFraudProtection need phoneEnforcementState AUDIT or ENFORCE.",
    "INVALID_REGION_CODE": "A region is written as two letters, such as US.",
    "INVALID_SITE_KEY":
      "There are no reCAPTCHA keys here that a call could name. A seed sets any.",
    "MISSING_ISSUER": "issuer is missing: the address of the OpenID Connect provider.",
    "MISSING_OAUTH_CLIENT_ID": "clientId is missing; the command sets it by --client-id.",
    "MISSING_SAML_RELYING_PARTY_CONFIG": "spConfig is missing: the relying party's side.",

    // MARK: Projects and tenants
    "INSUFFICIENT_PERMISSION":
      "Only an administrator may send this. Send Authorization: Bearer owner, or leave it out.",
    "INVALID_PROJECT_ID":
      "The message says why the project cannot be served. If it gives no reason, the project has no "
      + "tenants: set multiTenant.allowTenants in PATCH /v2/projects/{project}/config.",
    "INVALID_TENANT_ID":
      "There is no such tenant. POST /v2/projects/{project}/tenants makes one; the switch "
      + "autoCreateTenants makes those that are named.",
    "PROJECT_DISABLED":
      "The tenant is switched off: set disableAuth to false in PATCH "
      + "/v2/projects/{project}/tenants/{tenant}.",
    "TENANT_DELETED":
      "The tenant was deleted, with its users. POST /v2/projects/{project}/tenants makes another.",
    "TENANT_NOT_FOUND":
      "There is no such tenant. GET /v2/projects/{project}/tenants lists those that there are.",
    "UNSUPPORTED_TENANT_OPERATION": "A tenant does not have this call. Leave the tenant out.",

    // MARK: Second factors and passkeys
    "CREDENTIAL_ALREADY_IN_USE": "Another account has this passkey.",
    "DUPLICATE_MFA_ENROLLMENT_ID": "Two second factors of the request have this id.",
    "INVALID_ARGUMENT": "A value is not valid; the message says which and why.",
    "INVALID_AUTHENTICATOR_RESPONSE":
      "The passkey's answer does not go with the challenge, the origin or the key.",
    "INVALID_CREDENTIAL_ID": "credentialId is missing, or no base64url of a passkey's id.",
    "INVALID_MFA_ENROLLMENT_ID": "A second factor of the list has no mfaEnrollmentId.",
    "INVALID_MFA_PENDING_CREDENTIAL":
      "mfaPendingCredential is unknown, used, or has expired. Sign in with the first factor again.",
    "INVALID_MFA_PHONE_NUMBER": "A second factor's number is none. Write it as +15555550100.",
    "MFA_ENROLLMENT_NOT_FOUND":
      "The account has no second factor of this id. mfaInfo of accounts:lookup lists those it has.",
    "MISSING_AUTHENTICATOR_RESPONSE": "The passkey's answer is missing.",
    "MISSING_CREDENTIAL": "mfaPendingCredential is missing: the first factor's answer has it.",
    "MISSING_MFA_ENROLLMENT_ID": "mfaEnrollmentId is missing: mfaInfo lists the account's.",
    "MISSING_MFA_PENDING_CREDENTIAL":
      "mfaPendingCredential is missing: the first factor's answer has it.",
    "PASSKEY_CREDENTIAL_NOT_FOUND": "No account has this passkey, or the account has it no longer.",
    "PASSKEY_LIMIT_EXCEEDED": "An account has at most \(AccountLimits.list) passkeys.",
    "PASSKEY_NOT_ENABLED":
      "The project has no relying party: set rpId in PATCH /v2/projects/{project}/passkeyConfig.",
    "SECOND_FACTOR_EXISTS": "The account has this second factor already.",
    "SECOND_FACTOR_LIMIT_EXCEEDED":
      "An account has at most \(SecondFactorRule.most) second factors.",
    "USER_LIST_EXCEEDS_LIMIT":
      "An account has at most \(AccountLimits.list) providers, second factors or passkeys: remove "
      + "some first.",
    "UNSUPPORTED_FIRST_FACTOR":
      "An account that signs in anonymously, by phone, by Game Center or by a custom token gets "
      + "no second factor.",
    "UNVERIFIED_EMAIL":
      "The address must be verified before a second factor is enrolled. Send requestType "
      + "VERIFY_EMAIL to accounts:sendOobCode, and open the link.",

    // MARK: Other
    "BLOCKING_FUNCTION_ERROR_RESPONSE":
      "A blocking function refused the request or failed; the message has its answer.",
    "EMPTY_HASH_KEY": "signerKey is missing: these hashes are made with a key.",
    "INVALID_ARGON2_HASH_TYPE": "argon2Parameters.hashType is missing.",
    "INVALID_ARGON2_ITERATIONS": "argon2Parameters.iterations is from 1 to 16.",
    "INVALID_ARGON2_MEMORY_COST": "argon2Parameters.memoryCostKib is from 1 to 32768.",
    "INVALID_ARGON2_PARALLELISM": "argon2Parameters.parallelism is from 1 to 16.",
    "INVALID_HASH_MEMORY_COSTS": "memoryCost is from 1 to 14.",
    "INVALID_HASH_PARAMETER":
      "cpuMemCost, blockSize, parallelization and dkLen are each at least 1.",
    "INVALID_HASH_ROUNDS":
      "rounds is from 1 to 8 for SCRYPT, 1 to 120000 for PBKDF2, 1 to 8192 for the others, and may be "
      + "0 for MD5.",
    "INVALID_HASH_ALGORITHM":
      "The parameters of the password hash are wrong; the message says which.",
  ]
}
