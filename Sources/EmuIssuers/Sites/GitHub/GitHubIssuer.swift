internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// GitHub's OAuth 2.0 and the part of its API that tells who somebody is.
///
/// Facts: GitHub, "Authorizing OAuth apps", "Troubleshooting OAuth app access token request errors".
struct GitHubIssuer: FakeIssuer {
  let provider: any IdentityProvider = GitHub()
  let paths = IssuerPaths(
    discovery: nil, authorize: GitHub.redirect.path, token: "/login/oauth/access_token")

  /// The API stands at the root as on `api.github.com`, and under `/api/v3` as on one's own server.
  var ownRoutes: [IssuerRoute] {
    ["", "/api/v3"].flatMap { prefix in
      [
        IssuerRoute(.get, prefix + "/user", "issuer.github.user", style: .oauth) { call in
          try GitHubAPI(issuer: self, call: call).user()
        },
        IssuerRoute(.get, prefix + "/user/emails", "issuer.github.emails", style: .oauth) { call in
          try GitHubAPI(issuer: self, call: call).emails()
        },
      ]
    }
  }

  let words = IssuerWords(brand: "GitHub", deny: "Do not authorize")

  let authorizeRules = AuthorizeRules(
    responseTypes: ["code"], impliedResponseType: "code", scopeSeparators: [" ", ","],
    impliesRedirect: true, hintParameter: "login",
    cancelDetails: [
      "error_description": "The user has denied your application access.",
      "error_uri":
        "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#access-denied",
    ],
    unknownClient: "There is no such application (404).",
    badRedirect: (
      "redirect_uri_mismatch",
      "The redirect_uri MUST match the registered callback URL for this application."
    ))

  let tokenRules = TokenRules(
    takesQuery: true, takesJSON: true, impliedGrant: AuthorizationCodeGrant.name)

  let defaultScopes = GitHub.redirect.scopes

  let clientAuthentication: [ClientAuthentication] = [.post, .basic, .none]

  /// `gho_` and 36 letters and digits; a code has twenty hexadecimal digits.
  func newSecret(_ kind: SecretKind, _ ids: IDGenerator) -> String {
    kind == .code ? ids.hexadecimal(20) : "gho_\(ids.alphanumeric(36))"
  }

  func clientRefusal(because: String) -> OAuthError {
    Self.error(
      "incorrect_client_credentials",
      "The client_id and/or client_secret passed are incorrect.", because: because)
  }

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    if refusal == .redirectMismatch {
      return Self.error(
        "redirect_uri_mismatch",
        "The redirect_uri MUST match the registered callback URL for this application.",
        because: refusal.because)
    }
    return deadToken(because: refusal.because)
  }

  func deadToken(because: String) -> OAuthError {
    Self.error(
      "bad_verification_code", "The code passed is incorrect or expired.", because: because)
  }

  private static func error(_ name: String, _ text: String, because: String) -> OAuthError {
    OAuthError(.init(name: name), text, because: because)
  }

  // MARK: - Answers

  /// A form, unless the client asks for JSON; the scopes have commas between them.
  func response(
    tokens members: JSONObject, for redemption: Redemption, to request: Request
  ) -> Response {
    Self.answer(
      [
        "access_token": members["access_token"]?.string ?? "",
        "scope": Scopes(redemption.scope).names.sorted().joined(separator: ","),
        "token_type": "bearer",
      ], to: request)
  }

  /// Refusals come with status 200.
  func response(to error: OAuthError, of request: Request) -> Response {
    // What went wrong on our side is no refusal of GitHub's.
    guard error.code.status.rawValue < 500 else { return error.response }
    return Self.answer(
      [
        "error": error.code.name,
        "error_description": error.description ?? error.because ?? error.code.name,
        "error_uri": "https://docs.github.com/apps/managing-oauth-apps/"
          + "troubleshooting-oauth-app-access-token-request-errors/#"
          + error.code.name.replacing("_", with: "-"),
      ], to: request)
  }

  private static func answer(_ fields: FormFields, to request: Request) -> Response {
    guard request.headers["Accept"]?.contains("application/json") == true else {
      return .uncached(.form(fields))
    }
    var body = JSONObject()
    for field in fields { body[field.name] = .string(field.value) }
    return .uncached(.json(JSON.object(body).serializedBytes()))
  }
}
