internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension IssuerExchange {
  /// Returns the credential that the provider's token endpoint issues for a code.
  func credential(for redeemable: RedeemableCode) throws -> IdpCredential {
    let person = redeemable.person
    let issuer = try issuer(of: provider)
    let config = context.project.providers[provider.id]
    let tokens = try issuer.issue(
      redeemable.redemption, config: config, baseURL: context.baseURL, at: context.now,
      context.ids, store)
    var draft = tokens.idToken
    draft.configuredIssuer = config?.issuer
    let sendsIDToken = provider.sendsIDToken(for: draft.scopes)
    if sendsIDToken {
      let clientID = redeemable.code.clientID
      let faults = context.runs.appliedFaults.faults(at: "\(provider.id) ID token") {
        context.services.store.takeFaults(
          at: context.now, about: { person.faultValues($0, clientID) }, where: \.corruptsIDTokens)
      }
      draft.defects = TokenDefects(issuer.options, faults)
    }
    let idToken = draft.unsigned(now: context.now)
    if !draft.defects.isEmpty {
      try IdpTokenVerifier(context: context, provider: provider).check(idToken.claims)
      guard !idToken.defects.contains(where: \.breaksSignature) else {
        throw APIError.unverifiedSignature
      }
    }
    // The claims of userinfo are bound to no token.
    var claims = idToken.claims
    claims["at_hash"] = nil
    return IdpCredential(
      profile: form.named(
        try profile(by: named, of: person.with(draft.extraClaims), claims, draft.scopes), by: named),
      issuedIDToken: sendsIDToken ? idToken : nil, accessToken: tokens.access.token,
      refreshToken: tokens.refresh,
      expiresIn: tokens.access.lifetime.map { Int($0.components.seconds) }, isSingleUse: true)
  }

  /// Returns the credential of an access token, which can be presented again until it expires.
  func credential(
    of person: Person, _ consent: Consent, _ token: IssuerToken, by provider: any IdentityProvider
  ) throws -> IdpCredential {
    var draft = IDTokenDraft(
      issuer: try issuer(of: provider), person: person, scopes: Scopes(token.scope),
      clientID: consent.clientID, baseURL: context.baseURL,
      config: context.project.providers[provider.id], issuedAt: context.now,
      authTime: token.authTime ?? consent.grantedAt)
    let code = try token.family.flatMap { try store.reader.authorizationCode($0) }
    draft.extraClaims = code?.claimsOfRenewals ?? [:]
    return IdpCredential(
      profile: try profile(
        by: provider, of: person.with(draft.extraClaims),
        draft.claims(of: .userInfo, now: context.now), draft.scopes),
      accessToken: token.token, tokenSecret: token.secret,
      expiresIn: token.expiresAt.map { Int($0.seconds - context.now.seconds) })
  }

  /// - Throws: `INVALID_IDP_RESPONSE` for a provider without a local issuer.
  private func issuer(of provider: any IdentityProvider) throws(APIError) -> ProviderIssuer {
    let options = context.services.store.options(ofIssuer: provider.id)
    guard let issuer = ProviderIssuer(provider, options) else {
      throw .invalidIdpResponse("There is no \(provider.id) issuer here.")
    }
    return issuer
  }

  private func profile(
    by provider: any IdentityProvider, of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(APIError) -> IdpProfile {
    do {
      return try provider.profile(of: person, claims, scopes)
    } catch {
      throw .invalidIdpResponse(error.detail)
    }
  }
}

extension Person {
  /// Returns the person with more claims for every token and for userinfo.
  fileprivate func with(_ more: JSONObject) -> Person {
    guard !more.isEmpty else { return self }
    var all = claims.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
    // Set one by one: a null removes a claim, so it must be in the document.
    for member in more { all[member.key] = member.value }
    var person = self
    person.claims = JSON.object(all).serialized()
    return person
  }
}
