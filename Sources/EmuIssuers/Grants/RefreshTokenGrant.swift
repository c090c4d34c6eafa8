internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Renews the tokens of an active consent (RFC 6749 §6).
enum RefreshTokenGrant: GrantType {
  static let name = "refresh_token"
  static let field = "refresh_token"

  static func origin(of secret: String, _ reader: ReadTransaction) throws -> SecretOrigin? {
    try reader.origin(ofToken: secret)
  }

  static func redeem(
    _ secret: String, _ redemption: RedemptionContext, _ writer: WriteTransaction
  ) throws -> Result<Redemption, OAuthError> {
    let issuer = redemption.issuer
    let found = try writer.reader.issuerTokenWithPerson(secret, of: issuer.id)
    guard let (token, consent, person) = found, token.kind == .refresh else {
      throw issuer.deadToken(
        reason: "The issuer of \(issuer.id) did not make this refresh token.",
        .refreshToken(.unknown))
    }
    guard token.clientID == redemption.clientID else {
      throw issuer.deadToken(
        reason: "The token was issued to the client \(token.clientID).",
        .refreshToken(.otherClient))
    }
    guard !token.isInvalid(at: redemption.now), consent.isActive else {
      let isRevoked = token.revokedAt != nil || !consent.isActive
      throw issuer.deadToken(
        reason: "The token has expired, or its grant was revoked.",
        .refreshToken(isRevoked ? .revoked : .expired))
    }
    let family = token.family ?? token.token
    let rotates = issuer.tokenRules.rotatesRefreshTokens
    if token.usedAt != nil {
      // One of the two token holders is an attacker, so both lose access (RFC 9700 §4.14.2).
      try writer.revokeFamily(family, at: redemption.now)
      return .failure(
        issuer.deadToken(
          reason: "The token was renewed before, so every token that came of it "
            + "is revoked. Keep the new refresh_token of each answer.",
          .refreshToken(.replaced)))
    }
    let scope = try redemption.scopes(of: token.scope, consent).text
    if rotates { try writer.markUsed(token, at: redemption.now) }
    var granted = Redemption(
      person: person, consent: consent, scope: scope,
      issuesRefreshToken: rotates || issuer.tokenRules.addsRefreshTokens, family: family,
      authTime: token.authTime ?? consent.grantedAt, tenant: token.tenant)
    granted.extraClaims = try writer.reader.authorizationCode(family)?.claimsOfRenewals ?? [:]
    granted.refreshScope = token.scope
    granted.refreshExpiry = issuer.refreshTokenExpiry(after: token, redemption)
    return .success(granted)
  }
}
