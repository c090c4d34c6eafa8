internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// Exchanges a device's token for one that is valid for sixty days.
enum FacebookExchangeGrant: GrantType {
  static let name = "fb_exchange_token"
  static let field = "fb_exchange_token"

  static func origin(of secret: String, _ reader: ReadTransaction) throws -> SecretOrigin? {
    try reader.origin(ofToken: secret)
  }

  static func redeem(
    _ secret: String, _ redemption: RedemptionContext, _ writer: WriteTransaction
  ) throws -> Result<Redemption, OAuthError> {
    let found = try writer.reader.validAccessToken(
      secret, of: redemption.issuer.id, now: redemption.now)
    guard let found, found.token.clientID == redemption.clientID else {
      throw OAuthError(
        .invalidGrant, "Invalid OAuth access token.",
        reason: "The token is unknown, dead, or of another app.")
    }
    return .success(
      Redemption(
        person: found.person, consent: found.consent, scope: found.token.scope,
        issuesRefreshToken: false, family: found.token.family,
        authTime: found.token.authTime ?? found.consent.grantedAt, tenant: found.token.tenant))
  }
}
