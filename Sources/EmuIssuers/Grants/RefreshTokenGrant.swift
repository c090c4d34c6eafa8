internal import EmuModel
internal import EmuStore

/// Renews the tokens of a consent that still stands (RFC 6749 §6); the refresh token stays good.
enum RefreshTokenGrant: TokenGrant {
  static let name = "refresh_token"
  static let field = "refresh_token"

  static func consent(behind secret: String, _ reader: Reader) throws -> Int64? {
    try reader.issuerToken(secret)?.grantKey
  }

  static func redeem(
    _ secret: String, _ redemption: RedemptionContext, _ writer: Writer
  ) throws -> Redemption {
    let issuer = redemption.issuer
    guard let token = try writer.reader.issuerToken(secret), token.kind == .refresh,
      let grant = try writer.reader.grant(key: token.grantKey),
      let person = try redemption.person(of: grant, writer.reader)
    else {
      throw issuer.deadToken(because: "No issuer of this emulator made this refresh token.")
    }
    guard token.clientID == redemption.clientID else {
      throw issuer.deadToken(because: "The token was issued to the client \(token.clientID).")
    }
    guard !token.isDead(at: redemption.now), grant.isActive else {
      throw issuer.deadToken(because: "The token has expired, or its grant was revoked.")
    }
    return Redemption(
      person: person, grant: grant, scope: token.scope, issuesRefreshToken: false)
  }
}

extension IssuerToken {
  /// Whether the token is good for nothing any more.
  func isDead(at now: Timestamp) -> Bool {
    revokedAt != nil || expiresAt.map { now >= $0 } ?? false
  }
}
