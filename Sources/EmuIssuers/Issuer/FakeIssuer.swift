internal import EmuHTTP
internal import EmuIssuance
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// The description of a fake issuer; the endpoints, pages and tokens are the engine's.
///
/// Only `provider`, `settings` and `paths` have to be there. All else has a default, which is the plain
/// provider of the standards, so that each issuer says only how it differs. A new issuer is a folder and
/// a line in ``ProviderSites/standard``.
protocol FakeIssuer: Sendable {
  /// What its tokens say.
  var provider: any IdentityProvider { get }

  /// What the user has set; the engine fills it in for each call.
  var settings: IssuerSettings { get set }

  /// Where it has what.
  var paths: IssuerPaths { get }

  /// What the sign-in page calls things.
  var words: IssuerWords { get }

  /// The scopes of a native sign-in that names none.
  var defaultScopes: [String] { get }

  /// The members of the discovery document beside `issuer` and the endpoints.
  func metadata(at site: IssuerSite) -> JSONObject

  /// How the authorization endpoint differs from the plain one.
  var authorizeRules: AuthorizeRules { get }

  /// How the token endpoint differs from the plain one.
  var tokenRules: TokenRules { get }

  /// How the revocation endpoint differs from the plain one.
  var revocationRules: RevocationRules { get }

  /// How a sign-in on a device goes.
  var deviceRules: DeviceRules { get }

  /// How a sign-out goes.
  var signOutRules: SignOutRules { get }

  /// What no other issuer has; the patterns begin behind the issuer's root.
  var ownRoutes: [IssuerRoute] { get }

  /// Control calls of its own: lines made by ``ControlRoutes/route(_:_:_:_:)``.
  var ownControls: [IssuerRoute] { get }

  // MARK: Names, keys and discovery

  /// The `iss` that discovery announces at an address.
  ///
  /// - Throws: the provider's own error for an address that is none.
  func issuerName(at site: IssuerSite) throws -> String

  /// A key as the issuer publishes it at an address.
  func published(_ key: SigningKey, at site: IssuerSite) throws -> JWK

  /// Adds to the discovery document what depends on the caller's project.
  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws

  // MARK: Clients

  /// Checks a client at the token, revocation or introspection endpoint.
  ///
  /// - Throws: `invalid_client`, with the true reason for the log.
  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError)

  /// The client of a native sign-in that names none, out of the project's configuration.
  func defaultClient(_ config: ProviderConfig) -> String?

  // MARK: The authorization endpoint

  /// Checks the client and where it sends people.
  ///
  /// - Throws: `PageError` where no redirect is allowed; `AuthorizeError`.
  func check(_ client: AuthorizeClient, redirectURI: String, _ call: IssuerCall) throws

  /// Checks a request once it has been read.
  func check(
    _ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall
  ) throws(AuthorizeError)

  /// The reason why a person may not sign in here; nil when it may.
  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> AuthorizeError?

  /// Whether the page shows a person among those whom the request most likely means.
  func isExpected(
    _ person: Person, _ parameters: AuthorizeParameters, _ call: IssuerCall
  ) -> Bool

  /// An account as it is made on a page that leaves things open.
  func completed(_ account: AccountDocument, _ call: IssuerCall) -> AccountDocument

  /// The question what to share, to a person who was picked on the page; nil when nothing is asked.
  func question(to subject: String, _ flow: AuthorizeFlow) throws -> Response?

  /// How a person wishes to be known to the client, by what was answered on the page.
  func sharing(in call: IssuerCall) -> SharingChoice?

  /// Adds to what is sent beside a code or a token.
  func complete(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow)

  // MARK: The token endpoint

  /// Adds members to the answer of the token endpoint.
  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) throws

  /// The answer of the token endpoint in the issuer's form.
  func response(tokens members: JSONObject, to request: Request) -> Response

  /// What userinfo says, out of the claims of an ID token.
  func userInfo(_ claims: JSONObject) -> JSONObject

  /// The end of a new refresh token; nil where it lives as long as the consent.
  ///
  /// - Parameter old: the one that is renewed; nil at a sign-in.
  func refreshTokenExpiry(after old: IssuerToken?, _ redemption: RedemptionContext) -> Timestamp?

  /// The scopes for which a renewal may ask.
  func renewable(_ token: IssuerToken, _ grant: Grant) -> Scopes

  /// The reason why tokens of a person's sign-in are not given here; nil when they are.
  func refusal(
    of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) -> OAuthError?

  /// Whether a renewal comes with an ID token where the sign-in came with one.
  func renewsIDToken(_ config: ProviderConfig?) -> Bool

  // MARK: Words of refusals

  /// A refusal in the provider's own words.
  func worded(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError

  /// A refusal of an authorization request in the provider's own words.
  func worded(_ error: AuthorizeError, _ call: IssuerCall) -> AuthorizeError

  /// A failure at the authorization endpoint, by the name that a request asks for.
  func failure(named name: String) -> AuthorizeError

  /// A failure at the token endpoint, by the name that a request asks for.
  func tokenFailure(named name: String) -> OAuthError

  /// The refusal of a client.
  func clientRefusal(because: String) -> OAuthError

  /// The refusal of a code.
  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError

  /// The refusal of a refresh token.
  func deadToken(because: String) -> OAuthError
}

// What the plain provider does, so that each says only how it differs.
extension FakeIssuer {
  var words: IssuerWords { IssuerWords(brand: id) }

  var defaultScopes: [String] { ["openid", "email", "profile"] }

  func metadata(at site: IssuerSite) -> JSONObject { [:] }

  var authorizeRules: AuthorizeRules { AuthorizeRules() }

  var tokenRules: TokenRules { TokenRules() }

  var revocationRules: RevocationRules { RevocationRules() }

  var deviceRules: DeviceRules { DeviceRules() }

  var signOutRules: SignOutRules { SignOutRules() }

  var ownRoutes: [IssuerRoute] { [] }

  var ownControls: [IssuerRoute] { [] }

  func issuerName(at site: IssuerSite) throws -> String {
    IssuerName.name(of: provider, tenant: "", settings, baseURL: site.baseURL)
  }

  func published(_ key: SigningKey, at site: IssuerSite) throws -> JWK { key.publicJWK }

  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws {}

  func defaultClient(_ config: ProviderConfig) -> String? { config.audiences.first }

  func check(_ client: AuthorizeClient, redirectURI: String, _ call: IssuerCall) throws {}

  func check(
    _ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall
  ) throws(AuthorizeError) {}

  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> AuthorizeError? { nil }

  func isExpected(
    _ person: Person, _ parameters: AuthorizeParameters, _ call: IssuerCall
  ) -> Bool { true }

  func completed(_ account: AccountDocument, _ call: IssuerCall) -> AccountDocument { account }

  func question(to subject: String, _ flow: AuthorizeFlow) throws -> Response? { nil }

  func sharing(in call: IssuerCall) -> SharingChoice? { nil }

  func complete(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow
  ) {}

  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) throws {}

  func response(tokens members: JSONObject, to request: Request) -> Response {
    .uncached(.json(JSON.object(members).serializedBytes()))
  }

  func userInfo(_ claims: JSONObject) -> JSONObject { claims }

  func refreshTokenExpiry(
    after old: IssuerToken?, _ redemption: RedemptionContext
  ) -> Timestamp? {
    traits.refreshTokenLifetime.map { redemption.now + $0 }
  }

  func renewable(_ token: IssuerToken, _ grant: Grant) -> Scopes { Scopes(token.scope) }

  func refusal(
    of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) -> OAuthError? { nil }

  func renewsIDToken(_ config: ProviderConfig?) -> Bool { true }

  func worded(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError { error }

  func worded(_ error: AuthorizeError, _ call: IssuerCall) -> AuthorizeError { error }

  func failure(named name: String) -> AuthorizeError {
    AuthorizeError(name, "This failure was asked for.")
  }

  func tokenFailure(named name: String) -> OAuthError {
    OAuthError(.init(name: name), because: "The request asked for this failure.")
  }

  func clientRefusal(because: String) -> OAuthError {
    OAuthError(.unauthenticatedClient, because, because: because)
  }

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    OAuthError(
      .invalidGrant, refusal.because, because: refusal.because, problem: .code(refusal))
  }

  func deadToken(because: String) -> OAuthError {
    OAuthError(.invalidGrant, because, because: because)
  }
}

extension FakeIssuer {
  /// The refusal of what is redeemed, with the case beside the provider's words.
  func deadToken(because: String, _ problem: RequestProblem) -> OAuthError {
    let error = deadToken(because: because)
    return OAuthError(error.code, error.description, because: because, problem: problem)
  }

  /// The refusal of a client that the project has not configured.
  func unknownClient(_ id: String, because: String) -> OAuthError {
    let error = clientRefusal(because: because)
    return OAuthError(error.code, error.description, because: because, problem: .unknownClient(id))
  }
}
