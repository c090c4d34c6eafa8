internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The token endpoint. The steps are the same for every grant type: form, grant, client,
/// redemption, tokens.
struct TokenEndpoint: AnsweringEndpoint, Sendable {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let rules = issuer.tokenRules
    guard rules.accepts(call.request) else {
      throw OAuthError(
        rules.missingGrantType,
        reason: "The body is not a form: send application/x-www-form-urlencoded, not "
          + "\(call.request.contentType ?? "a body without a type").")
    }
    // An invalid issuer address issues no tokens either.
    _ = try issuer.issuerName(at: IssuerSite(issuer, call))
    let form = try TokenRequestForm(call.request, rules: rules)
    if let failure = form["emulator_fail"] { throw issuer.tokenFailure(named: failure) }
    let proof = try call.proof(at: issuer)
    guard proof != nil || issuer.options.requiresDPoP != true else {
      throw OAuthError.invalidProof(
        "The issuer requires a DPoP proof with each token request (RFC 9449 §5).")
    }
    let grants = issuer.grantTypes
    if let grant = grants.first(where: { $0.name == form["grant_type"] ?? rules.impliedGrantType })
    {
      return try redeem(form, by: grant, proof)
    }
    if let grant = rules.clientGrantTypes.first(where: { $0.name == form["grant_type"] }) {
      var client =
        try impliedClient(form, grant)
        ?? ClientCredentials(form, call.request, methods: issuer.clientAuthentication)
      client.keyThumbprint = proof?.thumbprint
      let response = try grant.response(
        to: RedemptionContext(
          issuer: issuer, client: client, form: form, now: call.now,
          config: grant.authenticatesClients ? try call.authenticate(client, at: issuer) : nil),
        call)
      guard proof != nil || client.isSpent(at: issuer) else { return .ready(response) }
      return call.write { [client] writer in
        try writer.spend(client, proof, at: issuer, now: call.now)
      } then: { _ in
        response
      }
    }
    let names = grants.map { $0.name } + rules.clientGrantTypes.map { $0.name }
    throw OAuthError(
      form["grant_type"] == nil ? rules.missingGrantType : .unsupportedGrantType,
      reason: "grant_type is \(names.joined(separator: " or ")), not "
        + "\(form["grant_type"]?.prefix(64) ?? "absent").",
      problem: .grantType(form["grant_type"].map { String($0.prefix(64)) }))
  }

  private func redeem(
    _ form: TokenRequestForm, by grant: any GrantType.Type, _ proof: DPoPProof?
  ) throws -> Answer {
    let client = try ClientCredentials(
      form, call.request, methods: issuer.clientAuthentication)
    let secret = try form.required(grant.field)
    let origin = try call.services.store.read { try grant.origin(of: secret, $0) }
    var context = RedemptionContext(
      issuer: issuer, client: client, form: form, now: call.now,
      config: try call.authenticate(client, at: issuer, origin: origin))
    if grant.namesPerson {
      context.project = try call.clients(of: issuer).projectOfPeople(client: client.id, call)
      context.claims = try call.claims(of: secret, signedBy: issuer)
    }
    if let origin, origin.isOf(client.id, at: issuer.id), let key = origin.keyThumbprint,
      key != proof?.thumbprint
    {
      throw issuer.deadToken(
        reason: "The \(grant.field) is bound to a key, whose proof the request must have in its "
          + "DPoP header (RFC 9449).")
    }
    return call.write { [context] writer in
      try writer.spend(client, proof, at: issuer, now: call.now)
      switch try grant.redeem(secret, context, writer) {
      case .success(var redemption):
        // Thrown, so that nothing is consumed.
        if let refusal = issuer.refusal(of: redemption, context, call) { throw refusal }
        redemption.refreshExpiry =
          redemption.refreshExpiry ?? issuer.refreshTokenExpiry(after: nil, context)
        redemption.keyThumbprint = proof?.thumbprint
        redemption.bindsRefreshToken = client.proofLevel == nil
        redemption.answer = call.nextAnswer(of: issuer)
        redemption.lifetime = redemption.answer?.lifetime ?? redemption.lifetime
        var tokens = try issuer.tokens.issue(
          redemption, config: context.config, baseURL: call.baseURL, at: call.now,
          call.services.ids, writer)
        if sendsIDToken(tokens, context) { tokens.idToken = tokens.idToken.meetingFaults(call) }
        return .success((redemption, tokens))
      case .failure(let error): return .failure(error)
      }
    } then: { [context] (outcome: Result<(Redemption, IssuedTokens), OAuthError>) in
      let (redemption, tokens) = try outcome.get()
      return try response(redemption, tokens, context)
    }
  }

  /// Returns the issuer of an assertion as the client of a request without credentials.
  private func impliedClient(
    _ form: TokenRequestForm, _ grant: any ClientGrant
  ) -> ClientCredentials? {
    guard grant.name == PresentedToken.assertionGrant, form["client_id"] == nil,
      form["client_assertion"] == nil, call.request.headers["Authorization"] == nil
    else { return nil }
    return PresentedToken.issuer(ofAssertionIn: form).map {
      ClientCredentials(id: $0, proof: .none)
    }
  }

  private func response(
    _ redemption: Redemption, _ tokens: IssuedTokens, _ context: RedemptionContext
  ) throws -> Response {
    var body: JSONObject = [
      "access_token": .string(tokens.access.token),
      "token_type": .string(issuer.tokenRules.tokenType ?? tokens.access.type),
    ]
    body["expires_in"] = tokens.access.lifetime.map { .int($0.components.seconds) }
    body.setText("refresh_token", tokens.refresh)
    if issuer.authorizeRules.scopes.areInTokenAnswer { body["scope"] = .string(redemption.scope) }
    if sendsIDToken(tokens, context) {
      body["id_token"] = .string(try tokens.idToken.sign(with: call.services).token)
    }
    try issuer.complete(&body, of: redemption, context, call)
    return issuer.response(tokens: body, to: call.request)
  }

  private func sendsIDToken(_ tokens: IssuedTokens, _ context: RedemptionContext) -> Bool {
    issuer.provider.sendsIDToken(for: tokens.idToken.scopes)
      && (context.form["grant_type"] != RefreshTokenGrant.name
        || issuer.renewsIDToken(context.config))
  }
}

extension IssuerCall {
  /// Authenticates a client, and returns its project's configuration.
  ///
  /// - Throws: `invalid_client` if the project has clients and this is not one of them, or if the
  ///   secret is wrong.
  @discardableResult
  func authenticate(
    _ client: ClientCredentials, at issuer: any FakeIssuer, origin: SecretOrigin? = nil
  ) throws -> ProviderConfig? {
    let found = try clients(of: issuer).config(of: client.id, origin: origin)
    if found == nil, let own = issuer.options.clients, !own.isEmpty {
      throw issuer.unknownClient(
        client.id,
        reason: "\(issuer.id) has the clients \(own.map(\.clientId).joined(separator: ", ")), and "
          + "no project has configured \(client.id.prefix(128)).")
    }
    // Without a known project the default one is used, so that an unknown client is rejected.
    let config =
      try found ?? services.store.project(services.defaultProject).providers[issuer.id]
    if let known = config?.audiences, !known.isEmpty, !known.contains(client.id) {
      throw issuer.unknownClient(
        client.id,
        reason: "The project has configured \(known.joined(separator: ", ")) for \(issuer.id), "
          + "not \(client.id.prefix(128)).")
    }
    try issuer.check(client.id, config, self)
    try issuer.authenticate(client, config, self)
    return config
  }
}

extension ClientCredentials {
  /// Returns true if the credentials are valid for one use only.
  fileprivate func isSpent(at issuer: any FakeIssuer) -> Bool {
    guard case .assertion = proof else { return false }
    return issuer.tokenRules.spendsClientAssertions
  }
}

extension WriteTransaction {
  /// Records a client's assertion and proof, each valid for one use (RFC 7523 §3, RFC 9449 §11.1).
  ///
  /// - Throws: `invalid_client` for a used assertion, `invalid_dpop_proof` for a used proof.
  func spend(
    _ client: ClientCredentials, _ proof: DPoPProof? = nil, at issuer: any FakeIssuer,
    now: Timestamp
  ) throws {
    if let refusal = try spend(proof, at: issuer, now: now) { throw refusal }
    guard client.isSpent(at: issuer), let mark = client.mark else { return }
    let wasSeen = try markUsed(
      digest: "\(issuer.id) \(mark.digest)", in: nil, now: now, expiresAt: mark.expiresAt)
    if wasSeen {
      throw issuer.clientRefusal(
        reason: "The client_assertion was presented before; each request needs a new jti.")
    }
  }
}
