internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// The issuer of Sign In with LinkedIn.
struct LinkedInIssuer: FakeIssuer {
  let provider: any IdentityProvider = LinkedIn()
  var options = IssuerOptions()
  let paths = IssuerPaths(
    discovery: "/oauth/.well-known/openid-configuration", authorize: LinkedIn.redirect.path,
    keys: "/oauth/openid/jwks", token: "/oauth/v2/accessToken", revocation: "/oauth/v2/revoke",
    introspection: "/oauth/v2/introspectToken", userInfo: "/v2/userinfo")

  /// The endpoints before OpenID Connect.
  var ownRoutes: [IssuerRoute] {
    [
      route(.get, "/v2/me", "issuer.linkedin.me", endpoint: .userInfo) {
        try LinkedInProfile(issuer: $0, call: $1).me()
      },
      route(.get, "/v2/emailAddress", "issuer.linkedin.email", endpoint: .userInfo) {
        try LinkedInProfile(issuer: $0, call: $1).email()
      },
    ]
  }

  let words = IssuerWords(brand: "LinkedIn", pick: "Sign in to LinkedIn", create: "Join LinkedIn")

  /// PKCE exists only in the native flow, and the authorization endpoint returns no tokens.
  let authorizeRules = AuthorizeRules(
    responses: ResponseTypeRules(types: ["code"]),
    scopes: ScopeRules(separators: [" ", ","], areInTokenAnswer: true), pkce: nil,
    failures: FailureRules(
      cancel: "user_cancelled_login", cancelled: ("The user cancelled LinkedIn login", [:])))

  let defaultScopes = LinkedIn.redirect.scopes

  func clientRefusal(reason: String) -> OAuthError {
    OAuthError(.unauthenticatedClient, "Client authentication failed", reason: reason)
  }

  func deadToken(reason: String) -> OAuthError {
    OAuthError(.invalidRequest, Self.noToken, reason: reason)
  }

  private static let noToken =
    "Unable to retrieve access token: appid/redirect uri/code verifier does not match "
    + "authorization code. Or authorization code expired. Or external member binding exists"

  /// Adds the scopes, separated by commas. Renewal exists only for LinkedIn's partners.
  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ context: RedemptionContext,
    _ call: IssuerCall
  ) {
    body["scope"] = .string(Scopes(redemption.scope).names.joined(separator: ","))
  }

  func refusal(at path: Substring, _ sentence: String, _ status: Status) -> (any AnsweringError)? {
    path.hasPrefix("v2/")
      ? LinkedInError(status: status, code: 0, message: sentence, reason: sentence) : nil
  }

  /// Returns the refusal of userinfo in the form of LinkedIn's API.
  func translated(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError {
    guard let error = error as? OAuthError, error.tokenScheme != nil else { return error }
    let reason = error.reason ?? ""
    return switch error.code {
    case .noToken: LinkedInError.noToken(reason)
    case .insufficientScope: LinkedInError.missingScope("GET /userinfo", reason)
    default: LinkedInError.deadToken(reason)
    }
  }

  /// Returns userinfo with a boolean flag, and the locale in parts.
  func userInfo(_ claims: JSONObject) -> JSONObject {
    var info = claims
    if let isVerified = claims["email_verified"] {
      info["email_verified"] = .bool(isVerified == "true" || isVerified == true)
    }
    if claims["locale"] == "en_US" { info["locale"] = ["country": "US", "language": "en"] }
    return info
  }

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "grant_types_supported": ["authorization_code"],
      "subject_types_supported": ["pairwise"],
      "scopes_supported": ["openid", "profile", "email"],
      "claims_supported": [
        "iss", "aud", "iat", "exp", "sub", "name", "given_name", "family_name", "picture", "email",
        "email_verified", "locale",
      ],
    ]
  }
}
