internal import EmuHTTP

extension AADSTS {
  /// All errors, one line each, by subject.
  static let table = addresses + accounts + clients + codes + consents + requests + devices

  private static let addresses = [
    AADSTS(90002, "invalid_request", "Tenant '{tenant}' not found.", front: .page),
    AADSTS(
      50059, "invalid_request", "Neither the address nor a credential says which tenant is meant.",
      front: .page),
    AADSTS(50049, "invalid_instance", "The instance is unknown or invalid.", front: .page),
    AADSTS(
      500208, "invalid_request", "The account {account} is not of a type that may sign in here.",
      front: .person, label: "wrong type of account"),
    AADSTS(
      50194, "invalid_request",
      "Application '{client}' is not multi-tenant, so it cannot use this endpoint.", front: .page,
      label: "single-tenant app"),
    AADSTS(
      9_002_331, "invalid_request",
      "Application '{client}' is for Microsoft accounts only; use /consumers.", front: .page),
    AADSTS(
      9_002_332, "invalid_request",
      "Application '{client}' is for Microsoft Entra users only; do not use /consumers.",
      front: .page, label: "work accounts only"),
  ]

  private static let accounts = [
    AADSTS(
      50020, "invalid_grant",
      "User account '{account}' does not exist in tenant '{tenant}' and cannot access the "
        + "application '{client}' in that tenant.", front: .person,
      label: "account of another tenant"
    ),
    AADSTS(
      50034, "invalid_grant", "The user account {account} does not exist in the directory.",
      front: .person, label: "unknown account"),
    AADSTS(
      50057, "invalid_grant", "The user account is disabled.", front: .person,
      label: "account disabled"),
    AADSTS(
      50126, "invalid_grant", "Invalid username or password.", front: .person,
      label: "wrong password"),
    AADSTS(
      51004, "interaction_required",
      "The user account {account} does not exist in the directory; a guest is added first.",
      front: .person, label: "guest not in the directory"),
    AADSTS(
      16000, "interaction_required",
      "User account '{account}' does not exist in tenant '{tenant}'; sign in with another one.",
      front: .person, label: "another account needed"),
    AADSTS(
      16003, "interaction_required", "The user was not added to the tenant.", front: .person,
      label: "guest not added"),
    AADSTS(
      50105, "invalid_grant",
      "The signed in user '{account}' is not assigned to a role for the application '{client}'.",
      front: .person, label: "not assigned to the app"),
    AADSTS(
      50058, "login_required", "A silent sign-in was sent, and nobody is signed in.",
      label: "nobody signed in"),
    AADSTS(
      50076, "invalid_grant", "Multi-factor authentication is required.", suberror: "basic_action",
      front: .redirect("interaction_required"), label: "second factor needed"),
    AADSTS(
      50079, "invalid_grant", "The user must enroll in multi-factor authentication.",
      suberror: "basic_action", front: .redirect("interaction_required"),
      label: "second factor to be enrolled"),
    AADSTS(
      50072, "invalid_grant", "The user must enroll in multi-factor authentication again.",
      suberror: "basic_action", front: .redirect("interaction_required"),
      label: "second factor to be enrolled again"),
    AADSTS(
      50074, "invalid_grant", "Strong authentication is required, and the user did not pass it.",
      suberror: "basic_action", front: .redirect("interaction_required"),
      label: "second factor not passed"),
    AADSTS(
      50158, "invalid_grant", "An external security challenge was not satisfied.",
      suberror: "basic_action", front: .redirect("interaction_required"),
      label: "external challenge"),
    AADSTS(
      50055, "invalid_grant", "The password is expired.", suberror: "user_password_expired",
      front: .person, label: "password expired"),
    AADSTS(
      50155, "invalid_grant", "Device authentication failed for this user.",
      front: .redirect("interaction_required"), label: "device not authenticated"),
    AADSTS(
      53000, "invalid_grant", "The device is not compliant.", suberror: "message_only",
      front: .redirect("interaction_required"), label: "device not compliant"),
    AADSTS(
      53001, "invalid_grant", "The device is not domain joined.", suberror: "message_only",
      front: .redirect("interaction_required"), label: "device not in the domain"),
    AADSTS(
      53003, "invalid_grant", "Access has been blocked by Conditional Access policies.",
      suberror: "message_only", front: .redirect("interaction_required"),
      label: "blocked by conditional access"),
  ]

  private static let clients = [
    AADSTS(
      700_016, "unauthorized_client",
      "Application with identifier '{client}' was not found in the directory '{tenant}'.",
      front: .page),
    AADSTS(
      50011, "invalid_request",
      "The redirect URI '{name}' does not match those configured for the application '{client}'.",
      front: .page, example: .value("redirect_uri")),
    AADSTS(
      500_112, "invalid_grant",
      "The reply address does not match the one with which the code was requested."),
    AADSTS(
      500_113, "invalid_request", "No reply address is registered for the application.",
      front: .page, label: "no redirect URI registered"),
    AADSTS(900_971, "invalid_request", "No reply address provided.", front: .page),
    AADSTS(
      7_000_215, "invalid_client",
      "Invalid client secret provided for app '{client}'; send the value, not the id, of a secret.",
      status: .unauthorized),
    AADSTS(
      7_000_222, "invalid_client", "The client secret keys of app '{client}' are expired.",
      status: .unauthorized),
    AADSTS(
      7_000_218, "invalid_client",
      "The request body must contain the parameter 'client_assertion' or 'client_secret'.",
      status: .unauthorized),
    AADSTS(
      700_025, "invalid_client",
      "Client is public, so neither 'client_assertion' nor 'client_secret' should be presented.",
      status: .unauthorized),
    AADSTS(
      700_027, "invalid_client", "The client assertion failed validation.", status: .unauthorized),
    AADSTS(
      9_002_325, "invalid_request",
      "Proof Key for Code Exchange is required for cross-origin authorization code redemption."),
    AADSTS(
      9_002_326, "invalid_request",
      "Cross-origin token redemption is permitted only for the 'Single-Page Application' type."),
    AADSTS(
      9_002_327, "invalid_request",
      "Tokens of a 'Single-Page Application' may only be redeemed via cross-origin requests."),
  ]

  private static let codes = [
    AADSTS(
      70008, "invalid_grant", "The provided authorization code or refresh token has expired."),
    AADSTS(
      54005, "invalid_grant",
      "The authorization code was already redeemed; use a new code or a refresh token."),
    AADSTS(70000, "invalid_grant", "Provided grant is invalid or malformed."),
    AADSTS(50013, "invalid_grant", "The assertion is not valid, or its signature is not."),
    AADSTS(500_133, "invalid_grant", "The assertion is not within its valid time range."),
    AADSTS(
      9_001_023, "invalid_request",
      "The grant type is not supported at /common and /consumers; use /organizations or a tenant."),
    AADSTS(
      700_005, "invalid_grant",
      "The authorization code is intended for use against another tenant than '{tenant}'."),
    AADSTS(
      700_082, "invalid_grant", "The refresh token has expired due to inactivity.",
      suberror: "bad_token"),
    AADSTS(
      70043, "invalid_grant",
      "The refresh token has expired or is invalid due to sign-in frequency checks.",
      suberror: "token_expired"),
    AADSTS(
      700_084, "invalid_grant",
      "The refresh token was issued to a single page app, and its fixed life is over.",
      suberror: "bad_token"),
    AADSTS(
      50173, "invalid_grant",
      "The provided grant has expired due to it being revoked; a fresh one is needed.",
      suberror: "bad_token"),
    AADSTS(
      501_481, "invalid_grant",
      "The code_verifier does not match the code_challenge of the authorization request."),
    AADSTS(501_491, "invalid_grant", "The code_challenge has an invalid size or method."),
    AADSTS(50147, "invalid_grant", "The code_verifier is missing, or has an invalid size."),
  ]

  private static let consents = [
    AADSTS(
      65001, "invalid_grant",
      "Neither the user nor an administrator has consented to use '{client}' as asked.",
      suberror: "consent_required", front: .redirect("interaction_required"),
      label: "consent missing"),
    AADSTS(
      90094, "invalid_grant", "Administrator consent is required for the permissions asked for.",
      suberror: "consent_required", front: .redirect("access_denied"),
      label: "administrator's consent needed"),
    AADSTS(
      65004, "access_denied", "User declined to consent to access the app.",
      label: "person declined"),
  ]

  private static let requests = [
    AADSTS(
      700_054, "unsupported_response_type",
      "response_type 'id_token' is not enabled for the application '{client}'."),
    AADSTS(
      70005, "unsupported_response_type", "The response type '{name}' is not supported.",
      example: .value("response_type")),
    AADSTS(70007, "invalid_request", "The response mode is not supported with this response type."),
    AADSTS(
      70011, "invalid_scope", "The provided scope '{name}' is not valid.", example: .value("scope")),
    AADSTS(
      28000, "invalid_scope", "The scope contains more than one resource; request one at a time."),
    AADSTS(
      1_002_012, "invalid_scope",
      "The scope '{name}' is not valid: client credentials require one resource with /.default.",
      example: .value("scope")),
    AADSTS(
      500_011, "invalid_resource", "The resource principal '{name}' was not found.",
      example: .value("resource")),
    AADSTS(
      70003, "unsupported_grant_type", "The grant type '{name}' is not supported.",
      example: .value("grant_type")),
    AADSTS(
      900_144, "invalid_request", "The request must contain the parameter '{name}'.",
      example: .word("scope")),
    AADSTS(
      9_000_411, "invalid_request", "The parameter '{name}' is duplicated.", example: .word("scope")
    ),
    AADSTS(90023, "invalid_request", "Unsupported 'prompt' value."),
    AADSTS(
      900_561, "invalid_request",
      "The endpoint only accepts POST requests. Received a {name} request.", example: .word("GET")),
    AADSTS(
      9_002_313, "invalid_request", "Invalid request. Request is malformed or invalid."),
    AADSTS(
      90033, "temporarily_unavailable", "A transient error has occurred. Please try again.",
      status: .serviceUnavailable),
    AADSTS(
      50000, "server_error", "There was an issue with the sign-in service.",
      status: .internalServerError),
  ]

  private static let devices = [
    AADSTS(
      70016, "authorization_pending", "The user has not finished the sign-in on the other device."),
    AADSTS(70018, "authorization_declined", "The user declined the sign-in, or mistyped the code."),
    AADSTS(70019, "expired_token", "The verification code has expired."),
  ]
}
