internal import EmuHTTP
internal import EmuIssuance
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// What the plain provider does, so that each says only how it differs.
extension FakeIssuer {
  var id: String { provider.id }

  var traits: IssuerTraits {
    (provider.issuer
      ?? IssuerTraits(productionIssuer: id, path: "/issuers/\(id)", algorithms: [.rs256]))
      .changed(by: settings)
  }

  var algorithms: [JWSAlgorithm] { traits.algorithms.map(JWSAlgorithm.init) }

  /// What makes the issuer's tokens.
  var tokens: ProviderIssuer { ProviderIssuer(provider, settings, traits: traits) }

  func issuerName(at site: IssuerSite) throws -> String {
    IssuerName.name(of: provider, tenant: "", settings, baseURL: site.baseURL)
  }

  func metadata(at site: IssuerSite) -> JSONObject { [:] }

  func published(_ key: SigningKey, at site: IssuerSite) throws -> JWK { key.publicJWK }

  var authorizeRules: AuthorizeRules { AuthorizeRules() }

  var tokenRules: TokenRules { TokenRules() }

  func response(tokens members: JSONObject, to request: Request) -> Response {
    .uncached(.json(JSON.object(members).serializedBytes()))
  }

  func userInfo(_ claims: JSONObject) -> JSONObject { claims }

  var words: IssuerWords { IssuerWords(brand: id) }

  var defaultScopes: [String] { ["openid", "email", "profile"] }

  func defaultClient(_ config: ProviderConfig) -> String? { config.audiences.first }

  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError) {
    let secret = config?.clientID == client.id ? config?.clientSecret : nil
    let way = client.way()
    if let only = settings.client(client.id)?.authentication, only != way.rawValue {
      throw clientRefusal(
        because: "The client is registered for \(only), and sent \(way.rawValue).")
    }
    if lacksAssertion(client, config) {
      throw clientRefusal(
        because:
          "The client has clientKeys and no clientSecret, so it shows a client_assertion that "
          + "one of the keys signed (private_key_jwt), and sent \(way.rawValue).")
    }
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
      if let problem = problem(ofAssertion: token, client.id, config, secret: secret, call) {
        throw clientRefusal(because: problem)
      }
    }
  }

  /// What is wrong with the token with which a client shows who it is; nil when nothing is.
  func problem(
    ofAssertion token: String, _ clientID: String, _ config: ProviderConfig?,
    secret: String? = nil, _ call: IssuerCall
  ) -> String? {
    let site = IssuerSite(self, call)
    let name = (try? issuerName(at: site)).map { [$0] } ?? []
    let endpoints = [paths.token, paths.revocation, paths.introspection].compactMap(\.self)
    let assertion = ClientAssertion(
      clientID: clientID, audiences: name + endpoints.map(site.url), keys: config?.clientKeys,
      secret: secret)
    return assertion.problem(of: token, now: call.now)
  }

  /// The client that asks about a token or revokes one.
  func asker(_ form: TokenForm, _ call: IssuerCall) throws(OAuthError) -> ClientCredentials {
    do {
      return try ClientCredentials(form, call.request, methods: clientAuthentication)
    } catch  where refusesNamelessClients && error.problem == .missing("client_id") {
      throw clientRefusal(
        because: "No client shows who it is: send client_id and client_secret, a Basic header, or "
          + "a client_assertion.")
    }
  }

  /// Whether a client has keys and no secret, so that nothing but an assertion shows who it is, and
  /// showed something else. Keys are of no use where no assertion is taken.
  func lacksAssertion(_ client: ClientCredentials, _ config: ProviderConfig?) -> Bool {
    if case .assertion = client.proof { return false }
    return config?.clientID == client.id && config?.clientKeys != nil
      && config?.clientSecret == nil && clientAuthentication.contains(.privateKey)
  }

  /// How clients may show who they are.
  var clientAuthentication: [ClientAuthentication] { traits.clientAuthentication }

  var spendsClientAssertions: Bool { true }

  func clientRefusal(because: String) -> OAuthError {
    OAuthError(.unauthenticatedClient, because, because: because)
  }

  var rotatesRefreshTokens: Bool { false }

  func renewsIDToken(_ config: ProviderConfig?) -> Bool { true }

  var revocationEndsConsent: Bool { true }

  var namesTokensItCannotRevoke: Bool { false }

  var revokesForAnybody: Bool { false }
  var revocationRules: TokenRules { TokenRules() }
  var refusesNamelessClients: Bool { false }

  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    OAuthError(
      .invalidGrant, refusal.because, because: refusal.because, problem: .code(refusal))
  }

  func deadToken(because: String) -> OAuthError {
    OAuthError(.invalidGrant, because, because: because)
  }

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

/// What only few providers have, and the plain one has not.
extension FakeIssuer {
  var ownRoutes: [IssuerRoute] { [] }

  var clientGrants: [any ClientGrant.Type] { [] }

  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws {}

  func isExpected(
    _ person: Person, _ parameters: AuthorizeParameters, _ call: IssuerCall
  ) -> Bool { true }

  func worded(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError { error }

  func worded(_ error: AuthorizeError, _ call: IssuerCall) -> AuthorizeError { error }

  func failure(named name: String) -> AuthorizeError {
    AuthorizeError(name, "This failure was asked for.")
  }

  func tokenFailure(named name: String) -> OAuthError {
    OAuthError(.init(name: name), because: "The request asked for this failure.")
  }

  func check(_ client: AuthorizeClient, redirectURI: String, _ call: IssuerCall) throws {}

  func check(
    _ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall
  ) throws(AuthorizeError) {}

  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> AuthorizeError? { nil }

  func refusal(
    of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) -> OAuthError? { nil }

  func question(to subject: String, _ flow: AuthorizeFlow) throws -> Response? { nil }

  func wish(in call: IssuerCall) -> SharingWish? { nil }

  func completed(_ account: PersonDocument, _ call: IssuerCall) -> PersonDocument { account }

  func refreshTokenExpiry(
    after old: IssuerToken?, _ redemption: RedemptionContext
  ) -> Timestamp? { traits.refreshTokenLifetime.map { redemption.now + $0 } }

  var addsRefreshTokens: Bool { false }

  func renewable(_ token: IssuerToken, _ grant: Grant) -> Scopes { Scopes(token.scope) }

  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) throws {}

  func complete(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow
  ) {}

  var deviceRules: DeviceRules { DeviceRules() }

  var signOutRules: SignOutRules { SignOutRules() }
}
