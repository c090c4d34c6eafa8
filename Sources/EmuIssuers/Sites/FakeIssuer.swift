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

  /// What the user has set; the engine fills it in for each call.
  var settings: IssuerSettings { get set }

  var paths: IssuerPaths { get }

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

  /// The answer of the token endpoint in the provider's own form.
  func response(tokens members: JSONObject, to request: Request) -> Response

  /// What userinfo tells, from what an ID token would.
  func userInfo(_ claims: JSONObject) -> JSONObject

  /// What the sign-in page calls things.
  var words: IssuerWords { get }

  /// The scopes of a native sign-in that names none.
  var defaultScopes: [String] { get }

  /// The client of a sign-in that names none, out of the project's configuration.
  func defaultClient(_ config: ProviderConfig) -> String?

  /// Checks a client at the token or revocation endpoint.
  ///
  /// - Throws: `invalid_client`, with the true reason for the log.
  func authenticate(_ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall)
    throws(OAuthError)

  /// Whether a client's assertion is good for one use alone.
  var spendsClientAssertions: Bool { get }

  /// How the provider words the refusal of a client.
  func clientRefusal(because: String) -> OAuthError

  /// Whether each renewal gives a new refresh token and spends the old one.
  var rotatesRefreshTokens: Bool { get }

  /// Whether a renewal comes with an ID token where the sign-in came with one.
  func renewsIDToken(_ config: ProviderConfig?) -> Bool

  /// Whether revoking a token ends the whole consent.
  var revocationEndsConsent: Bool { get }

  /// Whether a signed token, which nobody can take back, is refused instead of overlooked.
  var namesTokensItCannotRevoke: Bool { get }

  /// How the revocation endpoint differs from the plain one of RFC 7009.
  var revocationRules: TokenRules { get }

  /// Whether a question about a token, or its revocation, that names no client is `invalid_client`
  /// and not an incomplete request.
  var refusesNamelessClients: Bool { get }

  /// Whether a token is revoked for whoever holds it.
  var revokesForAnybody: Bool { get }

  /// How the provider words the refusal of a code.
  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError

  /// How the provider words the refusal of a refresh token.
  func deadToken(because: String) -> OAuthError

  // MARK: What few providers have

  /// What no other issuer has; the patterns begin behind the issuer's root.
  var ownRoutes: [IssuerRoute] { get }

  /// Grants that no person stands behind.
  var clientGrants: [any ClientGrant.Type] { get }

  /// Adds to the discovery document what depends on the caller's project.
  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws

  /// Whether the page shows a person among those whom the request most likely means.
  func isExpected(_ person: Person, _ parameters: AuthorizeParameters, _ call: IssuerCall) -> Bool

  /// A refusal in the provider's own words; what the engine throws otherwise.
  func worded(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError

  /// A refusal of an authorization request in the provider's own words.
  func worded(_ error: AuthorizeError, _ call: IssuerCall) -> AuthorizeError

  /// A failure that was asked for by its name, at the authorization endpoint.
  func failure(named name: String) -> AuthorizeError

  /// A failure that was asked for by its name, at the token endpoint.
  func tokenFailure(named name: String) -> OAuthError

  /// Checks what the plain rules leave open of an authorization request.
  ///
  /// - Throws: `PageError` where nobody may be sent anywhere; `AuthorizeError`.
  func check(_ client: AuthorizeClient, redirectURI: String, _ call: IssuerCall) throws

  /// Checks a request once it has been read.
  func check(_ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall)
    throws(AuthorizeError)

  /// What is asked of a person who was picked on the page, before it has consented; nil when
  /// nothing is.
  func question(to subject: String, _ flow: AuthorizeFlow) throws -> Response?

  /// How a person wishes to be known to the client, by what was answered on the page.
  func wish(in call: IssuerCall) -> SharingWish?

  /// Why a person may not sign in here; nil when it may.
  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> AuthorizeError?

  /// Why tokens of a person's sign-in are not given here; nil when they are.
  func refusal(of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall) -> OAuthError?

  /// An account as it is made on a page that leaves things open.
  func completed(_ account: PersonDocument, _ call: IssuerCall) -> PersonDocument

  /// When a new refresh token ends; nil where it lives as long as the consent.
  ///
  /// - Parameter old: the one that is renewed; nil at a sign-in.
  func refreshTokenExpiry(after old: IssuerToken?, _ redemption: RedemptionContext) -> Timestamp?

  /// Whether a renewal gives a new refresh token beside the old one, which stays good.
  var addsRefreshTokens: Bool { get }

  /// Which scopes a renewal may ask for.
  func renewable(_ token: IssuerToken, _ grant: Grant) -> Scopes

  /// Adds what only this provider answers at the token endpoint.
  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) throws

  /// Adds what only this provider hands over beside a code or a token.
  func complete(_ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow)

  /// How a sign-in on a device goes.
  var deviceRules: DeviceRules { get }

  /// How a sign-out goes.
  var signOutRules: SignOutRules { get }
}
