internal import EmuIssuance
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// The credential of a person whom one of our own issuers vouches for.
struct CredentialMaker {
  let context: OperationContext
  let store: Writer
  let provider: any IdentityProvider
  private let issuer: ProviderIssuer

  /// - Throws: `INVALID_IDP_RESPONSE` for a provider that has no issuer here.
  init(
    context: OperationContext, store: Writer, provider: any IdentityProvider
  ) throws(APIError) {
    let settings = context.services.store.settings(ofIssuer: provider.id)
    guard let issuer = ProviderIssuer(provider, settings) else {
      throw .invalidIdpResponse("There is no \(provider.id) issuer here.")
    }
    self.context = context
    self.store = store
    self.provider = provider
    self.issuer = issuer
  }

  /// The credential with which the provider's token endpoint would answer a code.
  func make(for redeemable: RedeemableCode) throws -> IdpCredential {
    let (code, grant) = (redeemable.code, redeemable.grant)
    let person = redeemable.person
    let scopes = Scopes(code.scope)
    let secrets = SecretStore(
      issuer: issuer, person: person, ids: context.ids, writer: store, tenant: code.tenant)
    let accessToken = try secrets.newAccessToken(
      grant, scope: code.scope, issuedAt: context.now,
      lifetime: issuer.traits.accessTokenLifetime, family: code.code, authTime: redeemable.authTime
    ).token

    var draft = draft(of: person, grant, scopes, authTime: redeemable.authTime)
    draft.nonce = code.nonce
    draft.extraClaims = code.extraClaims.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
    if provider.tokenBindings.contains(.accessToken) { draft.accessToken = accessToken }
    let sendsIDToken = provider.sendsIDToken(for: scopes)
    if sendsIDToken { draft.defects = metDefects(person, code.clientID) }
    let idToken = draft.unsigned(now: context.now)
    if !draft.defects.isEmpty {
      try IdpTokenVerifier(context: context, provider: provider)
        .check(
          issued: idToken.claims, isSigned: !idToken.defects.contains(where: \.breaksSignature))
    }

    // What userinfo says of the person is bound to no token.
    var claims = idToken.claims
    claims["at_hash"] = nil
    var credential = IdpCredential(
      profile: try profile(of: person.with(draft.extraClaims), claims, scopes))
    if sendsIDToken { credential.issuedIDToken = idToken }
    credential.accessToken = accessToken
    if issuer.traits.hasRefreshTokens {
      credential.refreshToken = try secrets.newRefreshToken(
        grant, scope: code.scope, issuedAt: context.now,
        expiresAt: issuer.traits.refreshTokenLifetime.map { context.now + $0 },
        family: code.code, authTime: redeemable.authTime)
    }
    credential.expiresIn = issuer.traits.accessTokenLifetime.map { Int($0.components.seconds) }
    credential.isSingleUse = true
    return credential
  }

  /// The credential that an access token stands for; it can be presented again while it lives.
  func make(for person: Person, grant: Grant, token: IssuerToken) throws -> IdpCredential {
    let scopes = Scopes(token.scope)
    let draft = draft(of: person, grant, scopes, authTime: grant.grantedAt)
    var credential = IdpCredential(
      profile: try profile(of: person, draft.unsigned(now: context.now).claims, scopes))
    credential.accessToken = token.token
    credential.tokenSecret = token.secret
    credential.expiresIn = token.expiresAt.map { Int($0.seconds - context.now.seconds) }
    return credential
  }

  private func draft(
    of person: Person, _ grant: Grant, _ scopes: Scopes, authTime: Timestamp
  ) -> IDTokenDraft {
    let config = context.project.providers[provider.id]
    var draft = IDTokenDraft(
      issuer: issuer, person: person, scopes: scopes, clientID: grant.clientID,
      baseURL: context.baseURL, config: config, issuedAt: context.now, authTime: authTime)
    draft.configuredIssuer = config?.issuer
    return draft
  }

  /// What is wrong with the ID token that the code is exchanged for.
  private func metDefects(_ person: Person, _ clientID: String) -> TokenDefects {
    TokenDefects(
      issuer.settings,
      context.metFaults.faults(at: "\(provider.id) ID token") {
        context.services.store.takeFaults(at: context.now) {
          $0.concernsToken(of: person, clientID)
        }
      })
  }

  private func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws -> IdpProfile {
    do {
      return try provider.profile(of: person, claims, scopes)
    } catch {
      throw APIError.invalidIdpResponse(error.detail)
    }
  }
}

extension Person {
  /// The person with more claims for every token, from which userinfo is made as well.
  fileprivate func with(_ more: JSONObject) -> Person {
    guard !more.isEmpty else { return self }
    var all = claims.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
    // Set one by one: a null takes a claim away, and must reach the document to do so.
    for member in more { all[member.key] = member.value }
    var person = self
    person.claims = JSON.object(all).serialized()
    return person
  }
}
