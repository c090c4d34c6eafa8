internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// The issuer of Google Sign-In.
struct GoogleIssuer: FakeIssuer {
  let provider: any IdentityProvider = Google()
  var options = IssuerOptions()
  let paths = IssuerPaths(
    authorize: "/o/oauth2/v2/auth", keys: "/oauth2/v3/certs", token: "/token",
    revocation: "/revoke", revocationMethods: [.get, .post], userInfo: "/v1/userinfo",
    device: "/device/code")

  var ownRoutes: [IssuerRoute] {
    [Method.get, .post].flatMap { method in
      [
        route(method, "/tokeninfo", "issuer.tokeninfo") {
          try GoogleTokenInfo(issuer: $0, call: $1).answer()
        },
        route(method, "/oauth2/v3/tokeninfo", "issuer.tokeninfo") {
          try GoogleTokenInfo(issuer: $0, call: $1).answer()
        },
        route(method, "/oauth2/v3/userinfo", "issuer.userinfo", endpoint: .userInfo) {
          try UserInfoEndpoint(issuer: $0, call: $1).answer()
        },
      ]
        + ["/oauth2/v1/userinfo", "/oauth2/v2/userinfo", "/userinfo/v2/me"].map { path in
          route(method, path, "issuer.userinfo", endpoint: .userInfo) {
            try UserInfoEndpoint(
              issuer: $0, call: $1, needsOpenID: false, renamed: Self.renamed
            ).answer()
          }
        }
    }
  }

  /// Returns userinfo as before OpenID Connect: `id` and `verified_email` instead of `sub` and
  /// `email_verified`, for any scope.
  @Sendable private static func renamed(_ claims: JSONObject) -> JSONObject {
    var renamed = claims
    renamed["id"] = claims["sub"]
    renamed["verified_email"] = claims["email_verified"]
    renamed["sub"] = nil
    renamed["email_verified"] = nil
    return renamed
  }

  let words = IssuerWords(brand: "Google")

  let authorizeRules = AuthorizeRules(
    responses: ResponseTypeRules(types: [
      "code", "token", "id_token", "code token", "code id_token", "token id_token",
      "code token id_token",
    ]),
    scopes: ScopeRules(areInTokenAnswer: true, comeWithCode: true),
    redirects: RedirectRules(
      refusal: ("redirect_uri_mismatch", "The redirect URI does not match.")),
    failures: FailureRules(unknownClient: "The OAuth client was not found."),
    readsClaims: true,
    renewal: .offlineAccess)

  let tokenRules = TokenRules(clientGrantTypes: [GoogleServiceAccountGrant()])

  /// Google's request for a device code has no secret; the one for tokens has.
  let deviceRules = DeviceRules(
    pageName: "verification_url", authenticatesClients: false,
    statuses: [
      "access_denied": .forbidden, "slow_down": .forbidden,
      "authorization_pending": Status(rawValue: 428),
    ])

  /// Google's examples send the token in the query of an empty POST, older ones by GET. Any holder
  /// of a token may revoke it.
  let revocationRules = RevocationRules(
    form: TokenRules(acceptsQuery: true), refusesUnknownTokens: true, allowsAnonymousClients: true)

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    switch refusal {
    case .unknown, .otherIssuer:
      OAuthError(.invalidGrant, "Malformed auth code.", reason: refusal.reason)
    case .redirectMismatch:
      OAuthError("redirect_uri_mismatch", "Bad Request", reason: refusal.reason)
    default: OAuthError(.invalidGrant, "Bad Request", reason: refusal.reason)
    }
  }

  func deadToken(reason: String) -> OAuthError {
    OAuthError(.invalidGrant, "Bad Request", reason: reason)
  }

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "grant_types_supported": [
        "authorization_code", "refresh_token", .string(DeviceCodeGrant.name),
        .string(PresentedToken.assertionGrant),
      ],
      "response_modes_supported": ["query", "fragment", "form_post"],
      "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
      "subject_types_supported": ["public"],
      "scopes_supported": ["openid", "email", "profile"],
      "claims_supported": [
        "aud", "email", "email_verified", "exp", "family_name", "given_name", "iat", "iss",
        "locale", "name", "picture", "sub",
      ],
    ]
  }
}
