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
    let rules = issuer.tokenRules
    guard rules.takes(call.request) else {
      throw OAuthError(
        .unsupportedGrantType,
        because: "The body is no form: send application/x-www-form-urlencoded, not "
          + "\(call.request.contentType ?? "a body without a type").")
    }
    let form = try TokenForm(call.request, rules: rules)
    let grants = TokenGrants.of(issuer)
    guard let grant = grants.first(where: { $0.name == form["grant_type"] ?? rules.impliedGrant })
    else {
      throw OAuthError(
        .unsupportedGrantType,
        because: "grant_type is \(grants.map { $0.name }.joined(separator: " or ")), not "
          + "\(form["grant_type"]?.prefix(64) ?? "absent").")
    }
    let client = try ClientCredentials(
      form, call.request, methods: issuer.clientAuthentication)
    let secret = try form.required(grant.field)
    let consent = try call.services.store.read { try grant.consent(behind: secret, $0) }
    try ClientDirectory(store: call.services.store, issuerID: issuer.id)
      .authenticate(client, at: issuer, consent: consent, call)
    let context = RedemptionContext(
      issuer: issuer, clientID: client.id, form: form, now: call.now)
    return call.write { writer in
      switch try grant.redeem(secret, context, writer) {
      case .granted(let redemption):
        .success((redemption, try issue(redemption, writer)))
      case .refused(let error): .failure(error)
      }
    } then: { (outcome: Result<(Redemption, Tokens), OAuthError>) in
      let (redemption, tokens) = try outcome.get()
      return try response(redemption, tokens)
    }
  }

  private struct Tokens: Sendable {
    var access: String
    var refresh: String?
  }

  private func issue(_ redemption: Redemption, _ writer: Writer) throws -> Tokens {
    let secrets = SecretStore(issuer: issuer, ids: call.services.ids, writer: writer)
    let access = try secrets.newAccessToken(
      redemption.grant, scope: redemption.scope, issuedAt: call.now,
      lifetime: issuer.traits.accessTokenLifetime, family: redemption.family,
      authTime: redemption.authTime)
    guard redemption.issuesRefreshToken, issuer.traits.hasRefreshTokens else {
      return Tokens(access: access)
    }
    return Tokens(
      access: access,
      refresh: try secrets.newRefreshToken(
        redemption.grant, scope: redemption.refreshScope ?? redemption.scope,
        issuedAt: call.now, family: redemption.family, authTime: redemption.authTime))
  }

  private func response(_ redemption: Redemption, _ tokens: Tokens) throws -> Response {
    let scopes = Scopes(redemption.scope)
    var body: JSONObject = ["access_token": .string(tokens.access), "token_type": "Bearer"]
    if let lifetime = issuer.traits.accessTokenLifetime {
      body["expires_in"] = .int(lifetime.components.seconds)
    }
    body.setText("refresh_token", tokens.refresh)
    if issuer.authorizeRules.tellsScope { body["scope"] = .string(redemption.scope) }
    if issuer.provider.sendsIDToken(for: scopes) {
      body["id_token"] = .string(try idToken(redemption, scopes, accessToken: tokens.access))
    }
    return issuer.response(tokens: body, for: redemption, to: call.request)
  }

  private func idToken(
    _ redemption: Redemption, _ scopes: Scopes, accessToken: String
  ) throws -> String {
    var draft = IDTokenDraft(
      issuer: issuer, person: issuer.provider.shared(redemption.person, scopes),
      clientID: redemption.grant.clientID, baseURL: call.baseURL, issuedAt: call.now,
      authTime: redemption.authTime)
    draft.nonce = redemption.nonce
    draft.accessToken = accessToken
    draft.extraClaims = redemption.extraClaims.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
    return try draft.sign(with: call.services).token
  }
}

extension ClientDirectory {
  /// Checks the client against its project's configuration.
  ///
  /// - Throws: `invalid_client` when the project knows its clients and this is none of them, or
  ///   when the secret is wrong.
  func authenticate(
    _ client: ClientCredentials, at issuer: any FakeIssuer, consent: Int64?, _ call: IssuerCall
  ) throws {
    let config = try config(of: client.id, consent: consent)
    if let known = config?.audiences, !known.isEmpty, !known.contains(client.id) {
      throw issuer.clientRefusal(
        because: "The project has configured \(known.joined(separator: ", ")) for \(issuer.id), "
          + "not \(client.id.prefix(128)).")
    }
    try issuer.authenticate(client, config, call)
  }
}
