package import EmuModel
internal import EmuSQLite

// A code or token is read together with its consent, and names the round of it in which it was
// issued: one of an earlier round is over, and one without a consent does not exist. So neither a
// revocation nor a deletion has to find what a consent gave out, and no index has to lead there.

extension Reader {
  package func authorizationCode(_ code: String) throws -> AuthorizationCode? {
    try connection.first(
      """
      SELECT grant_id, codes.client_id, redirect_uri, nonce, codes.scope, extra_claims, issued_at,
        iif(codes.round < grants.round, 0, expires_at), used_at, challenge_method, challenge,
        auth_time, renewable, tenant
      FROM authorization_codes AS codes JOIN grants ON grants.id = grant_id WHERE code = ?
      """, .text(code)
    ) { row in
      AuthorizationCode(
        code: code, grantKey: row.integer(0), clientID: row.text(1),
        redirectURI: row.optionalText(2), nonce: row.optionalText(3), scope: row.text(4),
        extraClaims: row.optionalText(5), issuedAt: Timestamp(milliseconds: row.integer(6)),
        expiresAt: Timestamp(milliseconds: row.integer(7)),
        usedAt: row.optionalInteger(8).map(Timestamp.init(milliseconds:)),
        challenge: row.optionalText(9).flatMap(CodeChallenge.Method.init(rawValue:)).map { method in
          CodeChallenge(method: method, value: row.optionalText(10) ?? "")
        }, authTime: row.optionalInteger(11).map(Timestamp.init(milliseconds:)),
        isRenewable: row.bool(12), tenant: row.optionalText(13))
    }
  }

  package func issuerToken(_ token: String) throws -> IssuerToken? {
    try connection.first(
      """
      SELECT kind, grant_id, tokens.client_id, tokens.scope, issued_at, expires_at,
        ifnull(tokens.revoked_at, iif(
          tokens.round < iif(kind = 'refresh', refresh_round, grants.round), round_began_at, NULL)),
        family, auth_time, used_at, secret, tenant
      FROM issuer_tokens AS tokens JOIN grants ON grants.id = grant_id WHERE token = ?
      """, .text(token)
    ) { row in
      IssuerToken(
        token: token, kind: row.text(0) == IssuerToken.Kind.refresh.rawValue ? .refresh : .access,
        grantKey: row.integer(1), clientID: row.text(2), scope: row.text(3),
        issuedAt: Timestamp(milliseconds: row.integer(4)),
        expiresAt: row.optionalInteger(5).map(Timestamp.init(milliseconds:)),
        revokedAt: row.optionalInteger(6).map(Timestamp.init(milliseconds:)),
        family: row.optionalText(7),
        authTime: row.optionalInteger(8).map(Timestamp.init(milliseconds:)),
        usedAt: row.optionalInteger(9).map(Timestamp.init(milliseconds:)),
        secret: row.optionalText(10), tenant: row.optionalText(11))
    }
  }
}

extension Writer {
  package func insert(_ code: AuthorizationCode) throws {
    try connection.run(
      """
      INSERT INTO authorization_codes (code, grant_id, client_id, redirect_uri, nonce, scope,
        extra_claims, issued_at, expires_at, used_at, challenge_method, challenge, auth_time,
        renewable, tenant, round)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
        (SELECT round FROM grants WHERE id = ?2))
      """, .text(code.code), .integer(code.grantKey), .text(code.clientID),
      .text(code.redirectURI), .text(code.nonce), .text(code.scope), .text(code.extraClaims),
      .integer(code.issuedAt.milliseconds), .integer(code.expiresAt.milliseconds),
      .integer(code.usedAt?.milliseconds), .text(code.challenge?.method.rawValue),
      .text(code.challenge?.value), .integer(code.authTime?.milliseconds), .bool(code.isRenewable),
      .text(code.tenant))
  }

  package func markUsed(_ code: AuthorizationCode, at now: Timestamp) throws {
    try connection.run(
      "UPDATE authorization_codes SET used_at = ? WHERE code = ?", .integer(now.milliseconds),
      .text(code.code))
  }

  package func insert(_ token: IssuerToken) throws {
    try connection.run(
      """
      INSERT INTO issuer_tokens (token, kind, grant_id, client_id, scope, issued_at, expires_at,
        revoked_at, family, auth_time, used_at, secret, tenant, round)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
        (SELECT iif(?2 = 'refresh', refresh_round, round) FROM grants WHERE id = ?3))
      """, .text(token.token), .text(token.kind.rawValue), .integer(token.grantKey),
      .text(token.clientID), .text(token.scope), .integer(token.issuedAt.milliseconds),
      .integer(token.expiresAt?.milliseconds), .integer(token.revokedAt?.milliseconds),
      .text(token.family), .integer(token.authTime?.milliseconds),
      .integer(token.usedAt?.milliseconds), .text(token.secret), .text(token.tenant))
  }

  /// Notes that a newer refresh token replaced this one.
  package func markUsed(_ token: IssuerToken, at now: Timestamp) throws {
    try connection.run(
      "UPDATE issuer_tokens SET used_at = ? WHERE token = ?", .integer(now.milliseconds),
      .text(token.token))
  }

  package func revoke(_ token: IssuerToken, at now: Timestamp) throws {
    try connection.run(
      "UPDATE issuer_tokens SET revoked_at = ? WHERE token = ?", .integer(now.milliseconds),
      .text(token.token))
  }

  /// Ends every token that descends from a code.
  package func revokeFamily(_ code: String, at now: Timestamp) throws {
    try connection.run(
      "UPDATE issuer_tokens SET revoked_at = ? WHERE family = ? AND revoked_at IS NULL",
      .integer(now.milliseconds), .text(code))
  }
}
