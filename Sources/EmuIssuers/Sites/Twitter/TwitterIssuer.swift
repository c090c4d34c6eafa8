internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel

/// Twitter's OAuth 1.0a, which Firebase uses, and its OAuth 2.0.
struct TwitterIssuer: FakeIssuer {
  let provider: any IdentityProvider = Twitter()
  var options = IssuerOptions()
  let paths = IssuerPaths(
    discovery: nil, authorize: "/i/oauth2/authorize", token: "/2/oauth2/token",
    revocation: "/2/oauth2/revoke")

  var ownRoutes: [IssuerRoute] {
    var routes = [
      route(.post, "/oauth/access_token", "issuer.twitter.accessToken", endpoint: .token) {
        try TwitterTokens(issuer: $0, call: $1).exchange()
      },
      route(
        .get, "/1.1/account/verify_credentials.json", "issuer.twitter.verifyCredentials",
        endpoint: .userInfo
      ) { try TwitterProfile(issuer: $0, call: $1).verifyCredentials() },
      route(.get, "/2/users/me", "issuer.twitter.me", endpoint: .userInfo) {
        try TwitterProfile(issuer: $0, call: $1).me()
      },
      route(.post, TwitterPage.path, "issuer.twitter.page", endpoint: .signIn, style: .page) {
        try TwitterPage(issuer: $0, call: $1).choice()
      },
    ]
    for method in [Method.get, .post] {
      routes.append(
        route(method, "/oauth/request_token", "issuer.twitter.requestToken", endpoint: .token) {
          try TwitterTokens(issuer: $0, call: $1).request()
        })
    }
    for path in [Twitter.redirect.path, "/oauth/authorize"] {
      routes.append(
        route(.get, path, "issuer.twitter.authorize", endpoint: .authorize, style: .page) {
          try TwitterPage(issuer: $0, call: $1).answer()
        })
    }
    return routes
  }

  let words = IssuerWords(brand: "Twitter", deny: "Cancel and return to the app")

  /// Twitter's clients send `s256`, and some verifiers have 32 characters.
  let authorizeRules = AuthorizeRules(
    responses: ResponseTypeRules(types: ["code"]), scopes: ScopeRules(areInTokenAnswer: true),
    pkce: PKCERules(isRelaxed: true, isRequired: true),
    renewal: .scope("offline.access"))

  let defaultScopes = Scopes(Twitter.legacyScope).names

  let tokenRules = TokenRules(tokenType: "bearer", rotatesRefreshTokens: true)

  let revocationRules = RevocationRules(endsConsent: false)

  func refusal(at path: Substring, _ sentence: String, _ status: Status) -> (any AnsweringError)? {
    if path.hasPrefix("1.1/") {
      return SignedRequestError(status: status, code: 34, message: sentence, reason: sentence)
    }
    return path.hasPrefix("2/") && !path.hasPrefix("2/oauth2/")
      ? TwitterProblem(status: status, title: "Not Found Error", detail: sentence, reason: sentence)
      : nil
  }

  func clientRefusal(reason: String) -> OAuthError {
    OAuthError(
      .init(name: "unauthorized_client", status: .unauthorized),
      "Missing valid authorization header",
      reason: reason)
  }

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    OAuthError(
      .invalidRequest, "Value passed for the authorization code was invalid.",
      reason: refusal.reason)
  }

  func deadToken(reason: String) -> OAuthError {
    OAuthError(.invalidRequest, "Value passed for the token was invalid.", reason: reason)
  }
}
