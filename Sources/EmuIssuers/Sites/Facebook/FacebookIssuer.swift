internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// Facebook's dialog, the part of its Graph API that returns the person, and Limited Login's keys.
///
/// `www.facebook.com` and `graph.facebook.com` share one root here. Each path may have a version
/// prefix. Source: docs/reference/social.md#facebook.
struct FacebookIssuer: FakeIssuer {
  let provider: any IdentityProvider = Facebook()
  var options = IssuerOptions()
  let paths = IssuerPaths(
    prefixes: Self.prefixes, authorize: Facebook.redirect.path,
    keys: "/.well-known/oauth/openid/jwks/", token: "/oauth/access_token",
    tokenMethods: [.get, .post])

  private static let prefixes = ["", "/{version}"]

  var ownRoutes: [IssuerRoute] {
    Self.prefixes.flatMap { prefix in
      [
        route(.get, prefix + "/me", "issuer.facebook.me", endpoint: .userInfo) {
          try FacebookGraph(issuer: $0, call: $1).me()
        },
        route(.get, prefix + "/debug_token", "issuer.facebook.debugToken") {
          try FacebookDebugToken(issuer: $0, call: $1).answer()
        },
        route(
          .delete, prefix + "/{user}/permissions", "issuer.facebook.permissions", endpoint: .revoke
        ) {
          try FacebookGraph(issuer: $0, call: $1).removePermissions()
        },
      ]
    }
  }

  let words = IssuerWords(brand: "Facebook", deny: "Not now")

  let authorizeRules = AuthorizeRules(
    responses: ResponseTypeRules(
      types: ["code", "token", "id_token", "token id_token", "code token"], implied: "code"),
    scopes: ScopeRules(separators: [" ", ","], implied: [Facebook.publicProfile]),
    redirects: RedirectRules(
      refusal: (
        "invalid_request",
        "Can't load URL: The domain of this URL isn't included in the app's domains."
      )),
    failures: FailureRules(
      cancelled: (
        "Permissions error", ["error_code": "200", "error_reason": "user_denied"]
      ),
      unknownClient: "Invalid App ID: The provided app ID does not look like a valid app ID."),
    needsNonce: false)

  let tokenRules = TokenRules(
    acceptsQuery: true, acceptsJSON: true, impliedGrantType: AuthorizationCodeGrant.name,
    tokenType: "bearer")

  let defaultScopes = ["openid", Facebook.publicProfile, "email"]

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "response_types_supported": ["id_token", "token id_token"],
      "subject_types_supported": ["pairwise"],
      "claims_supported": [
        "iss", "aud", "sub", "iat", "exp", "jti", "nonce", "at_hash", "name", "given_name",
        "middle_name", "family_name", "email", "picture",
      ],
    ]
  }

  // MARK: - Answers

  func clientRefusal(reason: String) -> OAuthError {
    OAuthError(.invalidClient, "Error validating client secret.", reason: reason)
  }

  /// Returns the refusal with Facebook's message; ``FacebookError`` has the numbers.
  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    let text =
      switch refusal {
      case .unknown, .otherIssuer: "Invalid verification code format."
      case .expired: "This authorization code has expired."
      case .consentRevoked: "This authorization code has been revoked."
      case .alreadyUsed: "This authorization code has been used."
      case .otherClient, .redirectMismatch:
        "Error validating verification code. Please make sure your redirect_uri is identical to "
          + "the one you used in the OAuth dialog request"
      }
    return OAuthError(.invalidGrant, text, reason: refusal.reason, problem: .code(refusal))
  }

  func refusal(at path: Substring, _ sentence: String, _ status: Status) -> (any AnsweringError)? {
    FacebookError(sentence, code: 2500, reason: sentence)
  }

  func translated(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError {
    guard let error = error as? OAuthError, error.code.status.rawValue < 500 else { return error }
    return FacebookError(error)
  }
}
