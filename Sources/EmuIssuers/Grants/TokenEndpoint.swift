internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// The token endpoint: form, grant, client, redemption, tokens, in this order for every grant.
struct TokenEndpoint: Sendable {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    guard TokenForm.isForm(call.request) else {
      throw OAuthError(
        .unsupportedGrantType,
        because: "The body is no form: send application/x-www-form-urlencoded, not "
          + "\(call.request.contentType ?? "a body without a type").", problem: .malformed)
    }
    // An address that is none gives no tokens either.
    _ = try issuer.issuerName(at: IssuerSite(issuer, call))
    let form = try TokenForm(call.request)
    if let failure = form["emulator_fail"] { throw issuer.tokenFailure(named: failure) }
    let grants = TokenGrants.of(issuer)
    if let grant = grants.first(where: { $0.name == form["grant_type"] }) {
      return try redeem(form, by: grant)
    }
    if let grant = issuer.clientGrants.first(where: { $0.name == form["grant_type"] }) {
      let client = try ClientCredentials(
        form, call.request, methods: issuer.clientAuthentication)
      let config = try authenticate(client, consent: nil)
      return try grant.answer(client, config, form, issuer, call)
    }
    let names = grants.map { $0.name } + issuer.clientGrants.map { $0.name }
    throw OAuthError(
      .unsupportedGrantType,
      because: "grant_type is \(names.joined(separator: " or ")), not "
        + "\(form["grant_type"]?.prefix(64) ?? "absent").",
      problem: .grantType(form["grant_type"].map { String($0.prefix(64)) }))
  }

  private func redeem(_ form: TokenForm, by grant: any TokenGrant.Type) throws -> Answer {
    let client = try ClientCredentials(
      form, call.request, methods: issuer.clientAuthentication)
    let secret = try form.required(grant.field)
    let consent = try call.services.store.read { try grant.consent(behind: secret, $0) }
    let context = RedemptionContext(
      issuer: issuer, clientID: client.id, form: form, now: call.now,
      config: try authenticate(client, consent: consent))
    return call.write { writer in
      switch try grant.redeem(secret, context, writer) {
      case .granted(let redemption):
        // Thrown, so that nothing is spent.
        if let refusal = issuer.refusal(of: redemption, form, call) { throw refusal }
        return .success((redemption, try issue(redemption, writer)))
      case .refused(let error): return .failure(error)
      }
    } then: { (outcome: Result<(Redemption, Tokens), OAuthError>) in
      let (redemption, tokens) = try outcome.get()
      return try response(redemption, tokens, form)
    }
  }

  private func authenticate(
    _ client: ClientCredentials, consent: Int64?
  ) throws -> ProviderConfig? {
    try ClientDirectory(store: call.services.store, issuerID: issuer.id)
      .authenticate(client, at: issuer, consent: consent, call)
  }

  private struct Tokens: Sendable {
    var access: String
    var refresh: String?
  }

  private func issue(_ redemption: Redemption, _ writer: Writer) throws -> Tokens {
    let secrets = SecretStore(
      issuer: issuer, person: redemption.person, ids: call.services.ids, writer: writer)
    let access = try secrets.newAccessToken(
      redemption.grant, scope: redemption.scope, issuedAt: call.now,
      lifetime: issuer.traits.accessTokenLifetime, family: redemption.family,
      authTime: redemption.authTime)
    guard redemption.issuesRefreshToken else { return Tokens(access: access) }
    return Tokens(
      access: access,
      refresh: try secrets.newRefreshToken(
        redemption.grant, scope: redemption.refreshScope ?? redemption.scope,
        issuedAt: call.now, expiresAt: redemption.refreshExpiry, family: redemption.family,
        authTime: redemption.authTime))
  }

  private func response(
    _ redemption: Redemption, _ tokens: Tokens, _ form: TokenForm
  ) throws -> Response {
    let scopes = Scopes(redemption.scope)
    var draft = IDTokenDraft(
      issuer: issuer, person: redemption.person, scopes: scopes,
      clientID: redemption.grant.clientID, baseURL: call.baseURL, issuedAt: call.now,
      authTime: redemption.authTime)
    draft.nonce = redemption.nonce
    if issuer.tokenBindings.contains(.accessToken) { draft.accessToken = tokens.access }
    draft.extraClaims = redemption.extraClaims.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
    var body: JSONObject = [
      "access_token": .string(tokens.access), "token_type": "Bearer",
      "expires_in": .int(issuer.traits.accessTokenLifetime.components.seconds),
    ]
    body.setText("refresh_token", tokens.refresh)
    if issuer.authorizeRules.tellsScope { body["scope"] = .string(redemption.scope) }
    if issuer.alwaysSendsIDToken || scopes.names.contains("openid") {
      body["id_token"] = .string(try draft.sign(with: call.services).token)
    }
    try issuer.complete(&body, of: redemption, form, call)
    return .uncached(.json(JSON.object(body).serializedBytes()))
  }
}

extension ClientDirectory {
  /// Checks the client against its project's configuration, and finds that.
  ///
  /// - Throws: `invalid_client` when the project knows its clients and this is none of them, or
  ///   when the secret is wrong.
  @discardableResult
  func authenticate(
    _ client: ClientCredentials, at issuer: any FakeIssuer, consent: Int64?, _ call: IssuerCall
  ) throws -> ProviderConfig? {
    let config = try config(of: client.id, consent: consent)
    if let known = config?.audiences, !known.isEmpty, !known.contains(client.id) {
      throw issuer.unknownClient(
        client.id,
        because: "The project has configured \(known.joined(separator: ", ")) for \(issuer.id), "
          + "not \(client.id.prefix(128)).")
    }
    try issuer.authenticate(client, config, call)
    return config
  }
}
