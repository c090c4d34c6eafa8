internal import EmuModel
internal import EmuStore

/// Exchanges an authorization code (RFC 6749 §4.1.3).
enum AuthorizationCodeGrant: TokenGrant {
  static let name = "authorization_code"
  static let field = "code"

  static func origin(of secret: String, _ reader: Reader) throws -> SecretOrigin? {
    try reader.authorizationCode(secret)?.origin
  }

  static func redeem(
    _ secret: String, _ redemption: RedemptionContext, _ writer: Writer
  ) throws -> RedemptionOutcome {
    let reader = writer.reader
    let code = try reader.authorizationCode(secret)
    let grant = try code.flatMap { try reader.grant(key: $0.grantKey) }
    let refusal = CodeRule.refusal(
      of: code, grant: grant, clients: [redemption.clientID],
      redirectURI: redemption.form["redirect_uri"],
      requiresRedirectURI: !redemption.issuer.authorizeRules.impliesRedirect,
      now: redemption.now)
    if refusal == .alreadyUsed, let code {
      // Somebody else may have used it first, so what came of it ends (RFC 6749 §4.1.2).
      try writer.revokeFamily(code.code, at: redemption.now)
      return .refused(redemption.issuer.refusal(.alreadyUsed, client: redemption.clientID))
    }
    guard refusal == nil, let code, let grant,
      let person = try redemption.person(of: grant, reader)
    else {
      throw redemption.issuer.refusal(refusal ?? .unknown, client: redemption.clientID)
    }
    if redemption.issuer.authorizeRules.knowsPKCE,
      let problem = PKCE.problem(
        verifier: redemption.form["code_verifier"], challenge: code.challenge,
        isRelaxed: redemption.issuer.authorizeRules.relaxesPKCE)
    {
      throw redemption.issuer.deadToken(because: problem.because, .verifier(problem))
    }
    try writer.markUsed(code, at: redemption.now)
    return .granted(
      Redemption(
        person: person, grant: grant, scope: code.scope, nonce: code.nonce,
        extraClaims: code.extraClaims, issuesRefreshToken: code.isRenewable, family: code.code,
        authTime: code.authTime ?? grant.grantedAt,
        refreshExpiry: redemption.issuer.refreshTokenExpiry(after: nil, redemption),
        tenant: code.tenant))
  }
}
