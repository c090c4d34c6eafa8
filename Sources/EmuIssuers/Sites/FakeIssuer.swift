internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// What one fake issuer has of its own; everything else is the engine's.
///
/// A new issuer is a folder with one conformance, and a line in ``IssuerTable``.
protocol FakeIssuer: Sendable {
  var provider: any IdentityProvider { get }

  var paths: IssuerPaths { get }

  /// What no other issuer has; the patterns begin behind the issuer's root.
  var ownRoutes: [IssuerRoute] { get }

  /// The `iss` that discovery announces at an address.
  ///
  /// - Throws: the provider's own error for an address that is none.
  func issuerName(at site: IssuerSite) throws -> String

  /// The members of the discovery document beside `issuer` and the endpoints.
  func metadata(at site: IssuerSite) -> JSONObject

  /// A key as the issuer publishes it.
  func published(_ key: SigningKey, at site: IssuerSite) throws -> JWK

  /// How the authorization endpoint differs from the plain one.
  var authorizeRules: AuthorizeRules { get }

  /// How the token endpoint differs from the plain one.
  var tokenRules: TokenRules { get }

  /// The answer of the token endpoint, from the members that RFC 6749 §5.1 gives it.
  func response(
    tokens members: JSONObject, for redemption: Redemption, to request: Request
  ) -> Response

  /// How the token, revocation and introspection endpoints word a refusal.
  func response(to error: OAuthError, of request: Request) -> Response

  /// What userinfo tells, from what an ID token would.
  func userInfo(_ claims: JSONObject) -> JSONObject

  /// What the sign-in page calls things.
  var words: IssuerWords { get }

  /// `typ` in the header of an ID token; nil where the provider has none.
  var tokenType: String? { get }

  /// What the ID token of a native sign-in is bound to.
  var nativeBindings: Set<TokenBinding> { get }

  /// A new code or token in the provider's own form.
  func newSecret(_ kind: SecretKind, _ ids: IDGenerator) -> String

  /// The scopes of a native sign-in that names none.
  var defaultScopes: [String] { get }

  /// The client of a sign-in that names none, out of the project's configuration.
  func defaultClient(_ config: ProviderConfig) -> String?

  /// Checks a client at the token or revocation endpoint.
  ///
  /// - Throws: `invalid_client`, with the true reason for the log.
  func authenticate(_ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall)
    throws(OAuthError)

  /// How clients may show who they are.
  var clientAuthentication: [ClientAuthentication] { get }

  /// How the provider words the refusal of a client.
  func clientRefusal(because: String) -> OAuthError

  /// Whether each renewal gives a new refresh token and spends the old one.
  var rotatesRefreshTokens: Bool { get }

  /// Whether revoking a token ends the whole consent.
  var revocationEndsConsent: Bool { get }

  /// Whether a token is revoked for whoever holds it.
  var revokesForAnybody: Bool { get }

  /// How the provider words the refusal of a code.
  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError

  /// How the provider words the refusal of a refresh token.
  func deadToken(because: String) -> OAuthError
}

/// What ties an ID token to something that travels with it.
enum TokenBinding: Sendable {
  /// `at_hash`
  case accessToken
  /// `c_hash`
  case code
}

/// The secrets that an issuer hands out.
enum SecretKind: Sendable {
  case code, accessToken, refreshToken
}

extension FakeIssuer {
  var id: String { provider.id }

  var traits: IssuerTraits {
    provider.issuer
      ?? IssuerTraits(productionIssuer: id, path: "/issuers/\(id)", algorithms: ["RS256"])
  }

  var algorithms: [JWSAlgorithm] { traits.algorithms.compactMap(JWSAlgorithm.init(rawValue:)) }

  func issuerName(at site: IssuerSite) throws -> String {
    IssuerName.local(of: provider, tenant: "", baseURL: site.baseURL)
  }

  func metadata(at site: IssuerSite) -> JSONObject { [:] }

  func published(_ key: SigningKey, at site: IssuerSite) throws -> JWK { key.publicJWK }

  var authorizeRules: AuthorizeRules { AuthorizeRules() }

  var ownRoutes: [IssuerRoute] { [] }

  var tokenRules: TokenRules { TokenRules() }

  func response(
    tokens members: JSONObject, for redemption: Redemption, to request: Request
  ) -> Response {
    .uncached(.json(JSON.object(members).serializedBytes()))
  }

  func response(to error: OAuthError, of request: Request) -> Response { error.response }

  func userInfo(_ claims: JSONObject) -> JSONObject { claims }

  var words: IssuerWords { IssuerWords(brand: id) }

  var tokenType: String? { "JWT" }

  var nativeBindings: Set<TokenBinding> { [.accessToken] }

  func newSecret(_ kind: SecretKind, _ ids: IDGenerator) -> String { ids.urlSafe(43) }

  var defaultScopes: [String] { ["openid", "email", "profile"] }

  func defaultClient(_ config: ProviderConfig) -> String? { config.audiences.first }

  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError) {
    let secret = config?.clientID == client.id ? config?.clientSecret : nil
    switch client.proof {
    case .none:
      guard secret == nil else {
        throw clientRefusal(because: "The client has a secret configured, and sent none.")
      }
    case .secret(let sent):
      guard secret.map(sent.contains) ?? true else {
        throw clientRefusal(because: "The client secret is not the configured one.")
      }
    case .assertion(let token):
      let site = IssuerSite(self, call)
      let name = (try? issuerName(at: site)).map { [$0] } ?? []
      let endpoints = [paths.token, paths.revocation, paths.introspection].compactMap(\.self)
      let assertion = ClientAssertion(
        clientID: client.id, audiences: name + endpoints.map(site.url), keys: config?.clientKeys)
      if let problem = assertion.problem(of: token, now: call.now) {
        throw clientRefusal(because: problem)
      }
    }
  }

  var clientAuthentication: [ClientAuthentication] { [.basic, .post, .privateKey, .none] }

  func clientRefusal(because: String) -> OAuthError {
    OAuthError(.unauthenticatedClient, because, because: because)
  }

  var rotatesRefreshTokens: Bool { false }

  var revocationEndsConsent: Bool { true }

  var revokesForAnybody: Bool { false }

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    OAuthError(.invalidGrant, refusal.because, because: refusal.because)
  }

  func deadToken(because: String) -> OAuthError {
    OAuthError(.invalidGrant, because, because: because)
  }
}

extension CodeRule.Refusal {
  /// The true reason, as a sentence.
  var because: String {
    switch self {
    case .unknown: "No issuer of this emulator made this code."
    case .expired: "The code has expired, or its grant was revoked."
    case .alreadyUsed: "The code was exchanged before."
    case .grantRevoked: "The person's consent was revoked after the code was made."
    case .otherClient(let client): "The code was made for the client \(client)."
    case .redirectMismatch:
      "The redirect URI is not the one that the code was made for; the code of a native sign-in "
        + "has none, and is exchanged without one."
    }
  }
}

// MARK: - Tenants

extension FakeIssuer {
  /// Why a person cannot belong to a tenant, as a sentence; nil when it can.
  func problem(ofTenant name: String) -> String? {
    guard id == "microsoft.com" else {
      return "\(id) has no tenants; tenant is for microsoft.com alone."
    }
    guard tenantID(of: name) == nil else { return nil }
    return "tenant must be consumers, a GUID or a domain, not \(name.prefix(64))."
  }

  /// The id of a tenant's name.
  func tenantID(of name: String) -> String? { MicrosoftTenant(name)?.id }
}
