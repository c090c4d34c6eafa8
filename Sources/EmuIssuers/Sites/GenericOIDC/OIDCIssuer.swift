internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

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
      scopes: ScopeRules(
        problem: ScopeRules.problemOfCharacters, areInTokenAnswer: true),
      failures: FailureRules(more: Self.failures.map { ($0, $0) }), readsClaims: true,
      namesIssuer: true)
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
      repeatableFields: Self.repeatableFields, missingGrantType: .invalidRequest,
      rotatesRefreshTokens: options.rotatesRefreshTokens ?? true, acceptsDPoP: true,
      refusesNamelessClients: true, clientGrantTypes: Self.clientGrants,
      ownGrantTypes: [PasswordGrant.self])
  }

  /// RFC 8693 §2.1 and RFC 8707 §2.
  private static let repeatableFields: Set<String> = ["audience", "resource"]

  private static let clientGrants: [any ClientGrant] = [
    ClientCredentialsGrant(), JWTBearerGrant(), TokenExchangeGrant(),
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
      "grant_types_supported": .array(
        ["authorization_code", "implicit", "refresh_token", .string(DeviceCodeGrant.name)]
          + Self.clientGrants.map { .string($0.name) } + [.string(PasswordGrant.name)]),
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
    .map { $0.translated(by: OIDCIssuer(id: ProviderFamily.oidc.prefix)) } + serverMetadata

  /// The discovery document for clients of plain OAuth. Its well-known part is between host and path
  /// (RFC 8414 §3.1), or after the path, as many clients expect.
  private static let serverMetadata = [
    "/.well-known/oauth-authorization-server/issuers/{issuer}",
    "/issuers/{issuer}/.well-known/oauth-authorization-server",
  ].map { path in
    IssuerRoute(.get, path, endpoint: .discovery, style: .control) { call in
      .ready(try Discovery.answer(call.genericIssuer(), call))
    }
  }
}

extension IssuerCall {
  /// Returns the `oidc.*` issuer of the path.
  ///
  /// - Throws: not found for a provider with special paths, so that clients do not depend on these.
  func genericIssuer() throws -> any FakeIssuer {
    let issuer = try issuer()
    if issuer.provider.family == .oidc { return issuer }
    let entry = try IssuerList.entry(issuer, self)
    let discovery = entry.discoveryUrl.map { "Its discovery document is at \($0)" }
    let sentence =
      "\(issuer.id) has nothing at \(request.path.prefix(128)): its paths are its own. "
      + "\(discovery ?? "It has no discovery document"), and docs/api-support.md lists its paths."
    throw OAuthError(
      .init(name: "invalid_request", status: .notFound), sentence)
  }
}
