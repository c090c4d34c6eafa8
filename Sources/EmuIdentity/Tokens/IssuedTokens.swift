package import EmuJSON
package import EmuModel
package import EmuStore

/// The tokens that a client receives for a person's consent.
package struct IssuedTokens: Sendable {
  package var access: IssuerToken
  /// Nil where the client receives none.
  package var refresh: String?
  /// The ID token before it is signed; it is sent where the scopes include one.
  package var idToken: IDTokenDraft
}

/// The consent that a code, a refresh token, another grant or a mint call is exchanged for.
package struct Redemption: Sendable {
  package var person: Person
  package var consent: Consent
  /// Separated by spaces.
  package var scope: String
  package var nonce: String?
  /// Claims that the mint call added or the request named.
  package var extraClaims: JSONObject = [:]
  package var issuesRefreshToken: Bool
  /// The code that all the tokens descend from; nil without one.
  package var family: String?
  package var authTime: Timestamp
  /// The scopes of a new refresh token, where they exceed the access token's.
  package var refreshScope: String?
  /// The end of a new refresh token; nil for that of the issuer's lifetime.
  package var refreshExpiry: Timestamp?
  /// The lifetime of access and ID token; nil for those of the issuer.
  package var lifetime: Duration?
  /// The queued answer that orders the tokens.
  package var answer: TokenAnswer?
  /// The id of the client's tenant; nil for a client of the project.
  package var tenant: String?
  /// The thumbprint of the key that uses of the access token must prove; nil for a bearer token.
  package var keyThumbprint: String?
  /// True when renewals must prove the key as well, as those of a public client (RFC 9449 §5).
  package var bindsRefreshToken = false

  package init(
    person: Person, consent: Consent, scope: String, issuesRefreshToken: Bool,
    family: String? = nil,
    authTime: Timestamp, tenant: String? = nil
  ) {
    self.person = person
    self.consent = consent
    self.scope = scope
    self.issuesRefreshToken = issuesRefreshToken
    self.family = family
    self.authTime = authTime
    self.tenant = tenant
  }
}

extension ProviderIssuer {
  /// Creates and stores the tokens of a consent, for the token endpoint, the backend and the mint
  /// call.
  ///
  /// - Parameters:
  ///   - config: the provider as the client's project has set it up; nil when it has not.
  ///   - signsRequests: true for an access token of OAuth 1.0a, with its secret.
  package func issue(
    _ redemption: Redemption, config: ProviderConfig?, baseURL: String, at now: Timestamp,
    signsRequests: Bool = false, _ ids: IDGenerator, _ writer: WriteTransaction
  ) throws -> IssuedTokens {
    let issuer = resolved(
      for: IssuedFor(
        redemption.person, clientID: redemption.consent.clientID, scopes: Scopes(redemption.scope)))
    let traits = issuer.traits
    let secrets = SecretStore(
      issuer: issuer, person: redemption.person, ids: ids, writer: writer,
      tenant: redemption.tenant)
    var refresh: String?
    if redemption.issuesRefreshToken, traits.hasRefreshTokens {
      // The user's option overrides every other expiry.
      let expiry =
        issuer.options.refreshTokenLifetimeSeconds.map { now + .seconds($0) }
        ?? redemption.refreshExpiry ?? traits.refreshTokenLifetime.map { now + $0 }
      refresh = try secrets.newToken(
        .refresh, redemption.consent, scope: redemption.refreshScope ?? redemption.scope,
        issuedAt: now, expiresAt: expiry, family: redemption.family, authTime: redemption.authTime,
        keyThumbprint: redemption.bindsRefreshToken ? redemption.keyThumbprint : nil
      ).token
    }
    let access: IssuerToken
    if signsRequests {
      access = .signing(
        redemption.consent, subject: redemption.person.subject, scope: redemption.scope, at: now,
        lifetime: redemption.lifetime, tenant: redemption.tenant, ids)
      try writer.insert(access)
    } else {
      access = try secrets.newToken(
        .access, redemption.consent, scope: redemption.scope, issuedAt: now,
        expiresAt: (redemption.lifetime ?? traits.accessTokenLifetime).map { now + $0 },
        family: redemption.family ?? refresh, authTime: redemption.authTime,
        keyThumbprint: redemption.keyThumbprint)
    }
    var idToken = IDTokenDraft(
      issuer: self, person: redemption.person, scopes: Scopes(redemption.scope),
      clientID: redemption.consent.clientID, baseURL: baseURL, config: config, issuedAt: now,
      authTime: redemption.authTime)
    idToken.nonce = redemption.nonce
    idToken.lifetime = redemption.lifetime
    idToken.extraClaims = redemption.extraClaims
    idToken.answer = redemption.answer
    if provider.tokenBindings.contains(.accessToken) { idToken.accessToken = access.token }
    return IssuedTokens(access: access, refresh: refresh, idToken: idToken)
  }
}

extension RedeemableCode {
  package var redemption: Redemption {
    var redemption = Redemption(
      person: person, consent: consent, scope: code.scope, issuesRefreshToken: code.isRenewable,
      family: code.code, authTime: authTime, tenant: code.tenant)
    redemption.nonce = code.nonce
    redemption.extraClaims = JSONObject(claims: code.extraClaims)
    return redemption
  }
}

extension AuthorizationCode {
  /// The claims that renewed tokens and userinfo repeat: those of the sign-in's page, with its time
  /// (OpenID Connect Core §12.2). A mint call, whose code has no redirect URI, orders its own
  /// tokens alone.
  package var claimsOfRenewals: JSONObject {
    let claims = JSONObject(claims: extraClaims)
    guard redirectURI == nil else { return claims }
    return claims["auth_time"].map { ["auth_time": $0] } ?? [:]
  }
}

extension JSONObject {
  /// Claims that are stored as JSON text.
  package init(claims text: String?) {
    self = text.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
  }
}
