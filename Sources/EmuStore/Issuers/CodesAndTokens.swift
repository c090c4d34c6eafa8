package import EmuModel
internal import EmuSQLite

// A code or token is read together with its consent and has the number of the consent's round in
// which it was issued. One of an earlier round is revoked, and one without a consent does not
// exist. So a revocation or a deletion need not find the codes and tokens of a consent, and no
// index is needed.

extension Table where Entity == AuthorizationCode {
  static let authorizationCodes = Table(
    "authorization_codes",
    empty: AuthorizationCode(
      code: "", consentKey: 0, clientID: "", issuedAt: .epoch, expiresAt: .epoch),
    owner: [OtherColumn("round", as: "(SELECT round FROM grants WHERE id = ?)")], key: "code",
    age: "expires_at",
    [
      Column("code", isFixed: true, { $0.code }, { $0.code = $1 }),
      Column("grant_id", isFixed: true, { $0.consentKey }, { $0.consentKey = $1 }),
      Column("client_id", { $0.clientID }, { $0.clientID = $1 }),
      Column("redirect_uri", { $0.redirectURI }, { $0.redirectURI = $1 }),
      Column("nonce", { $0.nonce }, { $0.nonce = $1 }),
      Column("scope", { $0.scope }, { $0.scope = $1 }),
      Column("extra_claims", { $0.extraClaims }, { $0.extraClaims = $1 }),
      Column("issued_at", { $0.issuedAt }, { $0.issuedAt = $1 }),
      Column(
        "expires_at",
        reading: "iif(authorization_codes.round < grants.round, 0, authorization_codes.expires_at)",
        { $0.expiresAt }, { $0.expiresAt = $1 }),
      Column("used_at", { $0.usedAt }, { $0.usedAt = $1 }),
      Column(
        "challenge_method", { $0.challenge?.method.rawValue },
        { code, method in
          code.challenge = method.flatMap(CodeChallenge.Method.init(rawValue:)).map {
            CodeChallenge(method: $0, value: "")
          }
        }),
      Column("challenge", { $0.challenge?.value }, { $0.challenge?.value = $1 ?? "" }),
      Column("auth_time", { $0.authTime }, { $0.authTime = $1 }),
      Column("renewable", { $0.isRenewable }, { $0.isRenewable = $1 }),
      Column("tenant", { $0.tenant }, { $0.tenant = $1 }),
      Column("key_thumbprint", { $0.keyThumbprint }, { $0.keyThumbprint = $1 }),
    ])

  fileprivate static let code = authorizationCodes.select(
    "JOIN grants ON grants.id = grant_id WHERE code = ?")
}

extension Table where Entity == IssuerToken {
  static let issuerTokens = Table(
    "issuer_tokens",
    empty: IssuerToken(token: "", kind: .access, consentKey: 0, clientID: "", issuedAt: .epoch),
    owner: [
      OtherColumn("round", as: "(SELECT iif(?, refresh_round, round) FROM grants WHERE id = ?)")
    ], key: "token", age: "expires_at",
    [
      Column("token", isFixed: true, { $0.token }, { $0.token = $1 }),
      Column(
        "kind", isFixed: true, { $0.kind.rawValue },
        { $0.kind = $1 == IssuerToken.Kind.refresh.rawValue ? .refresh : .access }),
      Column("grant_id", isFixed: true, { $0.consentKey }, { $0.consentKey = $1 }),
      Column("client_id", { $0.clientID }, { $0.clientID = $1 }),
      Column("scope", { $0.scope }, { $0.scope = $1 }),
      Column("issued_at", { $0.issuedAt }, { $0.issuedAt = $1 }),
      Column("expires_at", { $0.expiresAt }, { $0.expiresAt = $1 }),
      Column(
        "revoked_at",
        reading: """
          ifnull(issuer_tokens.revoked_at, iif(
            issuer_tokens.round < iif(kind = 'refresh', refresh_round, grants.round),
            round_began_at, NULL))
          """,
        { $0.revokedAt }, { $0.revokedAt = $1 }),
      Column("family", { $0.family }, { $0.family = $1 }),
      Column("auth_time", { $0.authTime }, { $0.authTime = $1 }),
      Column("used_at", { $0.usedAt }, { $0.usedAt = $1 }),
      Column("secret", { $0.secret }, { $0.secret = $1 }),
      Column("tenant", { $0.tenant }, { $0.tenant = $1 }),
      Column("key_thumbprint", { $0.keyThumbprint }, { $0.keyThumbprint = $1 }),
    ])

  fileprivate static let token = issuerTokens.select(
    "JOIN grants ON grants.id = grant_id WHERE token = ?")
}

extension ReadTransaction {
  package func authorizationCode(_ code: String) throws -> AuthorizationCode? {
    try connection.first(Table.code, code)
  }

  package func issuerToken(_ token: String) throws -> IssuerToken? {
    try connection.first(Table.token, token)
  }
}

extension WriteTransaction {
  package func insert(_ code: AuthorizationCode) throws {
    try connection.insert(code, into: .authorizationCodes, at: code.issuedAt, code.consentKey)
  }

  package func markUsed(_ code: AuthorizationCode, at now: Timestamp) throws {
    try connection.run("UPDATE authorization_codes SET used_at = ? WHERE code = ?", now, code.code)
  }

  package func insert(_ token: IssuerToken) throws {
    try connection.insert(
      token, into: .issuerTokens, at: token.issuedAt, token.kind == .refresh, token.consentKey)
  }

  /// Records that a newer refresh token replaced this one.
  package func markUsed(_ token: IssuerToken, at now: Timestamp) throws {
    try connection.run("UPDATE issuer_tokens SET used_at = ? WHERE token = ?", now, token.token)
  }

  package func revoke(_ token: IssuerToken, at now: Timestamp) throws {
    try connection.run("UPDATE issuer_tokens SET revoked_at = ? WHERE token = ?", now, token.token)
  }

  /// Ends every token that descends from a code.
  package func revokeFamily(_ code: String, at now: Timestamp) throws {
    try connection.run(
      "UPDATE issuer_tokens SET revoked_at = ? WHERE family = ? AND revoked_at IS NULL", now, code)
  }
}
