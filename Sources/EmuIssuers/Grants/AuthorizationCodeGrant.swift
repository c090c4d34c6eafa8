internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// Exchanges an authorization code (RFC 6749 §4.1.3).
enum AuthorizationCodeGrant: GrantType {
  static let name = "authorization_code"
  static let field = "code"

  static func origin(of secret: String, _ reader: ReadTransaction) throws -> SecretOrigin? {
    try reader.origin(ofCode: secret)
  }

  static func redeem(
    _ secret: String, _ redemption: RedemptionContext, _ writer: WriteTransaction
  ) throws -> Result<Redemption, OAuthError> {
    let found = try RedeemableCode.find(
      secret, of: redemption.issuer.id, clients: [redemption.clientID],
      redirect: .named(
        redemption.form["redirect_uri"],
        isRequired: !redemption.issuer.authorizeRules.redirects.impliesFirst),
      now: redemption.now, writer.reader)
    let redeemable: RedeemableCode
    switch found {
    case .success(let code): redeemable = code
    case .failure(let failure):
      let refusal = redemption.issuer.refusal(failure, client: redemption.clientID)
      guard failure == .alreadyUsed else { throw refusal }
      // A second use may be a theft, so all tokens of the code are revoked (RFC 6749 §4.1.2).
      try writer.revokeFamily(secret, at: redemption.now)
      return .failure(refusal)
    }
    let code = redeemable.code
    if let pkce = redemption.issuer.authorizeRules.pkce,
      let problem = pkce.problem(
        verifier: redemption.form["code_verifier"], challenge: code.challenge)
    {
      throw redemption.issuer.deadToken(reason: problem.reason, .verifier(problem))
    }
    var granted = redeemable.redemption
    if let kept = redemption.issuer.tokenRules.keptScopes {
      let all = Scopes(granted.scope).names
      let named = try redemption.scopes(of: granted.scope, granted.consent).names
      granted.refreshScope = granted.scope
      granted.scope =
        Scopes(
          all.filter { kept.contains($0) || named.contains($0) }
            + named.filter { !all.contains($0) }
        ).text
    }
    try writer.markUsed(code, at: redemption.now)
    return .success(granted)
  }
}
