internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// GitHub's OAuth 2.0 and the part of its API that returns the person.
struct GitHubIssuer: FakeIssuer {
  let provider: any IdentityProvider = GitHub()
  var options = IssuerOptions()
  let paths = IssuerPaths(
    discovery: nil, authorize: GitHub.redirect.path, token: "/login/oauth/access_token")

  /// The API is at the root as on `api.github.com`, and below `/api/v3` as on an enterprise server.
  var ownRoutes: [IssuerRoute] {
    ["", "/api/v3"].flatMap { prefix in
      [
        route(.get, prefix + "/user", "issuer.github.user", endpoint: .userInfo) {
          try GitHubAPI(issuer: $0, call: $1).user()
        },
        route(.get, prefix + "/user/emails", "issuer.github.emails", endpoint: .userInfo) {
          try GitHubAPI(issuer: $0, call: $1).emails()
        },
      ]
    }
  }

  let words = IssuerWords(brand: "GitHub", deny: "Do not authorize")

  let authorizeRules = AuthorizeRules(
    responses: ResponseTypeRules(types: ["code"], implied: "code"),
    scopes: ScopeRules(separators: [" ", ","], areInTokenAnswer: true),
    redirects: RedirectRules(
      impliesFirst: true,
      refusal: (
        "redirect_uri_mismatch",
        "The redirect_uri MUST match the registered callback URL for this application."
      )),
    prompts: PromptRules(hint: "login"),
    failures: FailureRules(
      cancelled: (
        "The user has denied your application access.",
        [
          "error_uri": "https://docs.github.com/apps/managing-oauth-apps/"
            + "troubleshooting-authorization-request-errors/#access-denied"
        ]
      ), unknownClient: "There is no such application (404)."))

  let tokenRules = TokenRules(
    acceptsQuery: true, acceptsJSON: true, impliedGrantType: AuthorizationCodeGrant.name)

  let defaultScopes = GitHub.redirect.scopes

  func clientRefusal(reason: String) -> OAuthError {
    OAuthError(
      "incorrect_client_credentials",
      "The client_id and/or client_secret passed are incorrect.", reason: reason)
  }

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    if case .redirectMismatch = refusal {
      return OAuthError(
        "redirect_uri_mismatch",
        "The redirect_uri MUST match the registered callback URL for this application.",
        reason: refusal.reason)
    }
    return deadToken(reason: refusal.reason)
  }

  func deadToken(reason: String) -> OAuthError {
    OAuthError(
      "bad_verification_code", "The code passed is incorrect or expired.", reason: reason)
  }

  // MARK: - Answers of the token endpoint

  /// Returns a form, or JSON if the client requests it, with commas between the scopes.
  func response(tokens members: JSONObject, to request: Request) -> Response {
    let scopes = Scopes(members["scope"]?.string ?? "").names
    return .gitHub(
      [
        "access_token": members["access_token"]?.string ?? "",
        "scope": scopes.sorted().joined(separator: ","), "token_type": "bearer",
      ], to: request)
  }

  func refusal(at path: Substring, _ sentence: String, _ status: Status) -> (any AnsweringError)? {
    path.hasPrefix("login/")
      ? nil : GitHubError(status: status, message: sentence, reason: sentence)
  }

  func translated(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError {
    // An internal error is not converted to GitHub's form.
    guard let error = error as? OAuthError, error.code.status.rawValue < 500 else { return error }
    return GitHubRefusal(error: error, request: call.request)
  }
}
