internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// The credential of a person whom one of our own issuers vouches for.
struct IssuerCredential {
  let context: OperationContext
  let store: Writer
  let provider: any IdentityProvider

  /// The credential that the provider's token endpoint would answer a code with.
  func make(for person: Person, grant: Grant, code: AuthorizationCode) throws -> IdpCredential {
    let traits = try traits()
    let person = person.saying(code.extraClaims)
    let scopes = Scopes(code.scope)
    let sendsIDToken = provider.sendsIDToken(for: scopes)
    let defects = sendsIDToken ? metDefects(person, code.clientID) : nil
    let claims = claims(
      of: person, grant: grant, scope: code.scope, nonce: code.nonce, defects: defects)
    if let defects, !defects.isEmpty {
      try IdpTokenVerifier(context: context, provider: provider)
        .check(issued: claims, isSigned: !defects.all.contains(where: \.breaksSignature))
    }
    var credential = IdpCredential(profile: try profile(of: person, claims, scopes))
    if sendsIDToken {
      credential.issuedClaims = JSON.object(claims).serialized()
    }
    credential.accessToken = try newToken(.access, code, lifetime: traits.accessTokenLifetime)
    if traits.hasRefreshTokens {
      credential.refreshToken = try newToken(
        .refresh, code, lifetime: settings.refreshTokenLifetimeSeconds.map(Duration.seconds))
    }
    credential.expiresIn = traits.accessTokenLifetime.map { Int($0.components.seconds) }
    credential.isSingleUse = true
    return credential
  }

  /// The credential that an access token stands for; it can be presented again while it lives.
  func make(for person: Person, grant: Grant, token: IssuerToken) throws -> IdpCredential {
    var credential = IdpCredential(
      profile: try profile(
        of: person, claims(of: person, grant: grant, scope: token.scope), Scopes(token.scope)))
    credential.accessToken = token.token
    credential.tokenSecret = token.secret
    credential.expiresIn = token.expiresAt.map { Int($0.seconds - context.now.seconds) }
    return credential
  }

  /// What is wrong with the ID token that the code is exchanged for.
  private func metDefects(_ person: Person, _ clientID: String) -> TokenDefects {
    TokenDefects(
      settings,
      context.metFaults.faults(at: "\(provider.id) ID token") {
        context.services.store.takeFaults(ofIssuer: provider.id) {
          $0.concernsToken(of: person, clientID)
        }
      })
  }

  private func traits() throws -> IssuerTraits {
    guard let traits = provider.issuer else {
      throw APIError.invalidIdpResponse("There is no \(provider.id) issuer here.")
    }
    return traits.changed(by: settings)
  }

  private var settings: IssuerSettings {
    context.services.store.settings(ofIssuer: provider.id)
  }

  /// What the issuer's own ID token would say, as far as the scopes share it.
  private func claims(
    of person: Person, grant: Grant, scope: String, nonce: String? = nil,
    defects: TokenDefects? = nil
  ) -> JSONObject {
    let scopes = Scopes(scope)
    let settings = settings
    let defects = defects ?? TokenDefects()
    let times = defects.times(
      issuedAt: context.now, lifetime: provider.idTokenLifetime(for: person, settings),
      now: context.now)
    var claims = provider.tokenClaims(
      for: TokenSubject(
        person: provider.shared(person, scopes), clientID: grant.clientID,
        issuer: IssuerName.name(
          of: provider, person: person, settings,
          configured: context.project.providers[provider.id]?.issuer, baseURL: context.baseURL),
        nonce: nonce, issuedAt: times.issuedAt, expiresAt: times.expiresAt,
        authTime: grant.grantedAt + defects.timeOffset,
        pairwiseSeed: Hashing.sha256Hex("\(grant.clientID)\n\(person.subject)"),
        scopes: scopes, config: context.project.providers[provider.id]))
    settings.apply(to: &claims)
    defects.spoil(&claims, now: context.now)
    return claims
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

  private static func object(_ text: String?) -> JSONObject {
    text.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
  }

  private func newToken(
    _ kind: IssuerToken.Kind, _ code: AuthorizationCode, lifetime: Duration?
  ) throws -> String {
    let ids = context.ids.ordered(by: context.now)
    let token = IssuerToken(
      token: (kind == .access ? "a" : "r") + ids.urlSafe(60), kind: kind,
      grantKey: code.grantKey, clientID: code.clientID, scope: code.scope, issuedAt: context.now,
      expiresAt: lifetime.map { context.now + $0 }, family: code.code, tenant: code.tenant)
    try store.insert(token)
    return token.token
  }
}

extension Person {
  /// The person with more claims for every token, as JSON text.
  fileprivate func saying(_ claims: String?) -> Person {
    guard let more = claims.flatMap({ try? JSON(parsing: $0) })?.object else { return self }
    var all = self.claims.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
    // Set one by one: a null takes a claim away, and must reach the token to do so.
    for member in more { all[member.key] = member.value }
    var person = self
    person.claims = JSON.object(all).serialized()
    return person
  }
}
