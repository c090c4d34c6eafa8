internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// A standard OpenID Connect issuer, named `oidc.…`.
struct OIDCIssuer: FakeIssuer {
  static let paths = IssuerPaths(
    authorize: "/authorize", keys: "/jwks", token: "/token", revocation: "/revoke",
    introspection: "/introspect", userInfo: "/userinfo", endSession: "/logout",
    device: "/device_authorization", pushedRequests: "/par")

  let provider: any IdentityProvider
  var options = IssuerOptions()
  var paths: IssuerPaths { Self.paths }

  init(id: String) { provider = GenericOIDC(id: id) }

  var words: IssuerWords {
    IssuerWords(brand: String(id.dropFirst(ProviderFamily.oidc.prefix.count)))
  }

  var authorizeRules: AuthorizeRules {
    AuthorizeRules(
      responses: ResponseTypeRules(types: responseTypes),
      scopes: ScopeRules(checksCharacters: true, areInTokenAnswer: true),
      failures: FailureRules(more: Self.failures.map { ($0, $0) }), namesIssuer: true)
  }

  /// The errors of OpenID Connect Core §3.1.2.6 and RFC 6749 §4.1.2.1 that only this issuer's page
  /// offers.
  private static let failures = [
    "account_selection_required", "invalid_request", "invalid_request_uri",
    "invalid_request_object", "request_not_supported", "request_uri_not_supported",
    "registration_not_supported", "unsupported_response_type",
  ]

  /// The accepted response types. The authorization endpoint cannot bind a token to a key, so it
  /// returns none where that is required.
  private var responseTypes: [String] {
    options.requiresDPoP == true
      ? ["code", "id_token", "code id_token"]
      : [
        "code", "id_token", "token", "id_token token", "code id_token", "code token",
        "code id_token token",
      ]
  }

  var tokenRules: TokenRules {
    TokenRules(
      // RFC 8693 §2.1 and RFC 8707 §2.
      repeatableFields: ["audience", "resource"],
      missingGrantType: .invalidRequest,
      rotatesRefreshTokens: options.rotatesRefreshTokens ?? true, acceptsDPoP: true,
      refusesNamelessClients: true,
      clientGrantTypes: Self.clientGrants)
  }

  private static let clientGrants: [any ClientGrant] = [
    ClientCredentialsGrant(), JWTBearerGrant(), TokenExchangeGrant(), PasswordGrant(),
  ]

  let revocationRules = RevocationRules(endsConsent: false, refusesSignedTokens: true)

  /// Returns the error with its reason: no real provider's message must be imitated.
  func translated(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError {
    guard let error = error as? OAuthError, error.description == nil,
      error.code.status.rawValue < 500
    else { return error }
    return OAuthError(
      error.code, error.reason, reason: error.reason ?? "", problem: error.problem)
  }

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "response_types_supported": .array(responseTypes.map(JSON.string)),
      "grant_types_supported": .array(
        ["authorization_code", "implicit", "refresh_token", .string(DeviceCodeGrant.name)]
          + Self.clientGrants.map { .string($0.name) }),
      "response_modes_supported": ["query", "fragment", "form_post"],
      "authorization_response_iss_parameter_supported": true,
      "request_parameter_supported": false,
      "request_uri_parameter_supported": false,
      "require_pushed_authorization_requests": .bool(options.requiresPushedRequests ?? false),
      "subject_types_supported": ["public"],
      "scopes_supported": ["openid", "email", "profile", "offline_access"],
      "claims_supported": .array(options.names(ofClaims: Self.claims).map(JSON.string)),
    ]
  }

  private static let claims = [
    "iss", "aud", "sub", "iat", "exp", "auth_time", "nonce", "email", "email_verified", "name",
    "given_name", "family_name", "picture",
  ]

  /// The routes of all issuers named `oidc.…`, used or not.
  static let routes: [IssuerRoute] =
    paths.routes(root: "/issuers/{issuer}") { call in try call.genericIssuer() }
    .map { $0.translated(by: OIDCIssuer(id: ProviderFamily.oidc.prefix)) } + ServerMetadata.routes
}
