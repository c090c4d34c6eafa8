internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// The issuer of Sign in with Apple.
///
/// Source: docs/reference/apple.md#discovery, docs/reference/apple.md#token-endpoint and
/// docs/reference/apple.md#revocation.
struct AppleIssuer: FakeIssuer {
  let provider: any IdentityProvider = Apple()
  var options = IssuerOptions()
  let paths = IssuerPaths(
    authorize: "/auth/authorize", keys: "/auth/keys", token: "/auth/token",
    revocation: "/auth/revoke")

  var ownRoutes: [IssuerRoute] {
    [
      route(.post, "/auth/usermigrationinfo", "issuer.userMigrationInfo") {
        try UserMigrationEndpoint(issuer: $0, call: $1).answer()
      }
    ]
  }

  let tokenRules = TokenRules(clientGrantTypes: [UserMigrationGrant()])

  let defaultScopes = ["name", "email"]

  let words = IssuerWords(
    brand: "Apple", pick: "Choose an Apple Account", create: "Use another Apple Account",
    deny: nil)

  let authorizeRules = AuthorizeRules(
    responses: ResponseTypeRules(types: ["code", "code id_token"], unknown: "invalid_request"),
    scopes: ScopeRules(known: ["name", "email", "openid"], requireForm: true),
    pkce: nil,
    redirects: RedirectRules(
      requirePublicHost: true, refusal: ("invalid_request", "Invalid web redirect url.")),
    failures: FailureRules(
      areRedirected: false, cancel: "user_cancelled_authorize",
      unknownClient: "Invalid client id or web redirect url.",
      more: ["invalid_request", "invalid_client", "unauthorized_client", "invalid_scope"]
        .map { ($0, $0) }),
    needsNonce: false)

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "response_types_supported": ["code"],
      "response_modes_supported": ["query", "fragment", "form_post"],
      "subject_types_supported": ["pairwise"],
      "scopes_supported": ["openid", "email", "name"],
      "claims_supported": [
        "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce",
        "nonce_supported", "real_user_status", "sub", "transfer_sub",
      ],
    ]
  }

  func clientRefusal(reason: String) -> OAuthError { OAuthError(.invalidClient, reason: reason) }

  func renewsIDToken(_ config: ProviderConfig?) -> Bool {
    config?.appleIssuer?.renewsIdToken ?? true
  }

  /// Sets the issuer that the default project configures for the incident of June 2025:
  /// `https://account.apple.com`.
  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws {
    let project = try call.services.store.project(call.services.defaultProject)
    guard let name = project.providers[id]?.appleIssuer?.discoveryIssuer else { return }
    document["issuer"] = .string(name)
  }

  /// Returns the bundle id: the client of a native app.
  func defaultClient(_ config: ProviderConfig) -> String? {
    config.bundleIDs.first ?? config.clientID
  }

  /// Checks the client secret. With a configured team key, it must be a token of that key;
  /// otherwise any secret is accepted.
  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError) {
    guard let team = config?.codeFlow, case .secret(let secrets) = client.proof else { return }
    let rules = AppleClientSecret(team: team, clientID: client.id)
    if let problem = rules.problem(of: secrets[0], now: call.now) {
      throw clientRefusal(reason: "The client secret is wrong: \(problem)")
    }
  }

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    let description: String? =
      switch refusal {
      case .unknown, .otherIssuer, .expired, .consentRevoked:
        "The code has expired or has been revoked."
      case .alreadyUsed: "The code has already been used."
      case .otherClient: "client_id mismatch. The code was not issued to \(client)."
      case .redirectMismatch(let uri):
        uri.map { "redirect_uri mismatch. The code was not issued to \($0.prefix(256))." }
      }
    return OAuthError(.invalidGrant, description, reason: refusal.reason)
  }

  func deadToken(reason: String) -> OAuthError {
    OAuthError(.invalidGrant, "The token has expired or has been revoked.", reason: reason)
  }
}
