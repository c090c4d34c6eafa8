internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The description of a fake issuer; the engine implements the endpoints, pages and tokens.
///
/// Only `provider`, `options` and `paths` are required. All other members default to the standard
/// provider, so an issuer states only its differences. A new issuer is a folder and a line in
/// ``ProviderSites/standard``.
protocol FakeIssuer: Sendable {
  var provider: any IdentityProvider { get }

  /// The user's options; the engine sets them for each call.
  var options: IssuerOptions { get set }

  var paths: IssuerPaths { get }

  var words: IssuerWords { get }

  /// The default scopes of a native sign-in.
  var defaultScopes: [String] { get }

  /// Returns the members of the discovery document beside `issuer` and the endpoints.
  func metadata(at site: IssuerSite) -> JSONObject

  var authorizeRules: AuthorizeRules { get }

  var tokenRules: TokenRules { get }

  var revocationRules: RevocationRules { get }

  var deviceRules: DeviceRules { get }

  /// The routes that no other issuer has; the patterns follow the issuer's root.
  var ownRoutes: [IssuerRoute] { get }

  /// The control calls of this issuer, created by ``ControlRoutes/route(_:_:_:_:)``.
  var ownControls: [IssuerRoute] { get }

  // MARK: Names, keys and discovery

  /// Returns the `iss` that discovery announces at an address.
  ///
  /// - Throws: the provider's error for an invalid address.
  func issuerName(at site: IssuerSite) throws -> String

  /// Returns an `iss` of any version of the issuer's tokens as its latest version has it.
  func nameOfLatestVersion(_ name: String) -> String

  /// - Parameter isLast: true for the last of several active keys.
  func published(_ key: SigningKey, isLast: Bool, at site: IssuerSite) throws -> JWK

  /// Adds members that depend on the caller's project to the discovery document.
  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws

  // MARK: Clients

  /// Checks that a client may be used at the address of a call, at any endpoint.
  func check(_ clientID: String, _ config: ProviderConfig?, _ call: IssuerCall) throws

  /// Authenticates a client at the token, revocation or introspection endpoint.
  ///
  /// - Throws: `invalid_client`, with the precise reason for the log.
  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError)

  /// Returns the default client of a native sign-in, from the project's configuration.
  func defaultClient(_ config: ProviderConfig) -> String?

  // MARK: The authorization endpoint

  /// Checks the client of an authorization request.
  ///
  /// - Throws: `PageError`, since no redirect is allowed.
  func check(_ client: AuthorizeClient, _ call: IssuerCall) throws

  func check(
    _ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall
  ) throws(OAuthError)

  /// Returns the reason why a person may not sign in here; nil if it may.
  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> OAuthError?

  /// Returns true for a person whom the request probably expects.
  func isExpected(
    _ person: Person, _ parameters: FormFields, _ call: IssuerCall
  ) -> Bool

  /// Returns an account of the page's form, completed with defaults.
  func completed(_ account: AccountDocument, _ call: IssuerCall) -> AccountDocument

  /// Returns the page that asks a person what to share; nil without such a question.
  func question(to subject: String, _ flow: AuthorizeFlow) throws -> Response?

  /// Returns the person's choice on that page.
  func sharing(in call: IssuerCall) -> SharingChoice?

  /// Adds fields beside a code or a token.
  func complete(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow)

  // MARK: The token endpoint

  /// Adds members to the response of the token endpoint.
  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ context: RedemptionContext,
    _ call: IssuerCall
  ) throws

  /// Returns the response of the token endpoint in the issuer's form.
  func response(tokens members: JSONObject, to request: Request) -> Response

  /// Converts the claims of an ID token to those of userinfo.
  func userInfo(_ claims: JSONObject) -> JSONObject

  /// Returns the expiry of a new refresh token; nil for that of the issuer's lifetime.
  ///
  /// - Parameter old: the token that is renewed; nil at a sign-in.
  func refreshTokenExpiry(after old: IssuerToken?, _ redemption: RedemptionContext) -> Timestamp?

  /// Returns true for a scope that a renewal, or a sign-in without a page, may request.
  ///
  /// - Parameter granted: the scopes of the renewed token, or of the consent.
  func covers(_ scope: String, _ granted: Scopes, _ consent: Consent) -> Bool

  /// Returns the reason why a sign-in's tokens are not issued here; nil if they are.
  func refusal(
    of redemption: Redemption, _ context: RedemptionContext, _ call: IssuerCall
  ) -> OAuthError?

  /// Returns true if a renewal issues an ID token when the sign-in did.
  func renewsIDToken(_ config: ProviderConfig?) -> Bool

  // MARK: Words of refusals

  /// Returns an error with the provider's message.
  func translated(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError

  /// Returns an authorization error with the provider's message.
  func translated(authorization error: OAuthError, _ call: IssuerCall) -> OAuthError

  /// Returns the refusal of a request without an endpoint, in the form of the API at its path; nil for
  /// that of OAuth.
  ///
  /// - Parameter path: the path below the issuer's root.
  func refusal(at path: Substring, _ sentence: String, _ status: Status) -> (any AnsweringError)?

  /// Returns the error of the authorization endpoint for a value of `emulator_fail`.
  func failure(named name: String) -> OAuthError

  /// Returns the error of the token endpoint for a value of `emulator_fail`.
  func tokenFailure(named name: String) -> OAuthError

  func clientRefusal(reason: String) -> OAuthError

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError

  /// Returns the refusal of a refresh token.
  func deadToken(reason: String) -> OAuthError
}

// The defaults: the standard provider.
extension FakeIssuer {
  var words: IssuerWords { IssuerWords(brand: id) }

  var defaultScopes: [String] { ["openid", "email", "profile"] }

  func metadata(at site: IssuerSite) -> JSONObject { [:] }

  var authorizeRules: AuthorizeRules { AuthorizeRules() }

  var tokenRules: TokenRules { TokenRules() }

  var revocationRules: RevocationRules { RevocationRules() }

  var deviceRules: DeviceRules { DeviceRules() }

  var ownRoutes: [IssuerRoute] { [] }

  var ownControls: [IssuerRoute] { [] }

  func issuerName(at site: IssuerSite) throws -> String {
    IssuerName.name(of: provider, tenant: "", options, baseURL: site.baseURL)
  }

  func nameOfLatestVersion(_ name: String) -> String { name }

  func published(_ key: SigningKey, isLast: Bool, at site: IssuerSite) throws -> JWK {
    key.publicJWK
  }

  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws {}

  func defaultClient(_ config: ProviderConfig) -> String? { config.audiences.first }

  func check(_ clientID: String, _ config: ProviderConfig?, _ call: IssuerCall) throws {}

  func check(_ client: AuthorizeClient, _ call: IssuerCall) throws {}

  func check(
    _ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall
  ) throws(OAuthError) {}

  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> OAuthError? { nil }

  func isExpected(
    _ person: Person, _ parameters: FormFields, _ call: IssuerCall
  ) -> Bool { true }

  func completed(_ account: AccountDocument, _ call: IssuerCall) -> AccountDocument { account }

  func question(to subject: String, _ flow: AuthorizeFlow) throws -> Response? { nil }

  func sharing(in call: IssuerCall) -> SharingChoice? { nil }

  func complete(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow
  ) {}

  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ context: RedemptionContext,
    _ call: IssuerCall
  ) throws {}

  func response(tokens members: JSONObject, to request: Request) -> Response {
    .uncached(members)
  }

  func userInfo(_ claims: JSONObject) -> JSONObject { claims }

  func refreshTokenExpiry(
    after old: IssuerToken?, _ redemption: RedemptionContext
  ) -> Timestamp? { nil }

  func covers(_ scope: String, _ granted: Scopes, _ consent: Consent) -> Bool {
    granted.names.contains(scope)
  }

  func refusal(
    of redemption: Redemption, _ context: RedemptionContext, _ call: IssuerCall
  ) -> OAuthError? { nil }

  func renewsIDToken(_ config: ProviderConfig?) -> Bool { true }

  func translated(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError { error }

  func translated(authorization error: OAuthError, _ call: IssuerCall) -> OAuthError {
    let rules = authorizeRules.failures
    guard let cancelled = rules.cancelled, error.code.name == rules.cancel else { return error }
    var error = OAuthError(error.code, cancelled.text)
    error.moreFields = cancelled.more
    return error
  }

  func refusal(at path: Substring, _ sentence: String, _ status: Status) -> (any AnsweringError)? {
    nil
  }

  func failure(named name: String) -> OAuthError {
    OAuthError(.init(name: name), "This failure was requested.")
  }

  func tokenFailure(named name: String) -> OAuthError {
    OAuthError(.init(name: name), reason: "The request names this failure.")
  }

  func clientRefusal(reason: String) -> OAuthError {
    OAuthError(.unauthenticatedClient, reason)
  }

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    deadToken(reason: refusal.reason, .code(refusal))
  }

  func deadToken(reason: String) -> OAuthError {
    OAuthError(.invalidGrant, reason)
  }
}

extension FakeIssuer {
  func deadToken(reason: String, _ problem: RequestProblem) -> OAuthError {
    let error = deadToken(reason: reason)
    return OAuthError(error.code, error.description, reason: reason, problem: problem)
  }

  /// Returns the refusal of a client that the project has not configured.
  func unknownClient(_ id: String, reason: String) -> OAuthError {
    let error = clientRefusal(reason: reason)
    return OAuthError(error.code, error.description, reason: reason, problem: .unknownClient(id))
  }
}

// Values that follow from an issuer's provider and options.
extension FakeIssuer {
  var id: String { provider.id }

  /// The provider's traits, changed by the options.
  var traits: IssuerTraits {
    (provider.issuer
      ?? IssuerTraits(productionIssuer: id, path: "/issuers/\(id)", algorithms: [.rs256]))
      .changed(by: options)
  }

  /// The algorithms of its keys; the first is the default for signing.
  var algorithms: [JWSAlgorithm] { traits.algorithms }

  var tokens: ProviderIssuer { ProviderIssuer(provider, options, traits: traits) }

  var clientAuthentication: [ClientAuthentication] { traits.clientAuthentication }
}
