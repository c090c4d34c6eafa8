internal import EmuProviders
internal import EmuModel
internal import EmuStore

/// Makes the codes and tokens of a consent, and keeps them.
struct SecretStore {
  let issuer: any FakeIssuer
  let person: Person
  let ids: IDGenerator
  let writer: Writer
  /// The id of the tenant whose client they are for; nil for a project's own.
  var tenant: String?

  /// A text of the issuer's own form that nothing else has.
  func newSecret(_ kind: SecretKind, _ issuedAt: Timestamp) -> String {
    issuer.newSecret(kind, for: person, ids.ordered(by: issuedAt))
  }

  func newAccessToken(
    _ grant: Grant, scope: String, issuedAt: Timestamp, lifetime: Duration?,
    family: String? = nil, authTime: Timestamp? = nil
  ) throws -> String {
    try newToken(
      grant, scope: scope, issuedAt: issuedAt, lifetime: lifetime, family: family,
      authTime: authTime
    ).token
  }

  /// A new access token with all that is kept of it.
  func newToken(
    _ grant: Grant, scope: String, issuedAt: Timestamp, lifetime: Duration?,
    family: String? = nil, authTime: Timestamp? = nil
  ) throws -> IssuerToken {
    let token = IssuerToken(
      token: newSecret(.accessToken, issuedAt), kind: .access, grantKey: grant.key,
      clientID: grant.clientID, scope: scope, issuedAt: issuedAt,
      expiresAt: lifetime.map { issuedAt + $0 }, family: family, authTime: authTime,
      tenant: tenant)
    try writer.insert(token)
    return token
  }

  /// - Parameter expiresAt: nil for a token that lives as long as the consent; what the user has set
  ///   goes before it.
  func newRefreshToken(
    _ grant: Grant, scope: String, issuedAt: Timestamp, expiresAt: Timestamp? = nil,
    family: String? = nil, authTime: Timestamp? = nil
  ) throws -> String {
    let token = IssuerToken(
      token: newSecret(.refreshToken, issuedAt), kind: .refresh,
      grantKey: grant.key, clientID: grant.clientID, scope: scope, issuedAt: issuedAt,
      expiresAt: issuer.settings.refreshTokenLifetimeSeconds.map { issuedAt + .seconds($0) }
        ?? expiresAt, family: family, authTime: authTime, tenant: tenant)
    try writer.insert(token)
    return token.token
  }

  /// A code of a native sign-in, which has no redirect URI.
  func newNativeCode(
    _ grant: Grant, scope: String, nonce: String?, extraClaims: String?, issuedAt: Timestamp
  ) throws -> String {
    let code = AuthorizationCode(
      code: newSecret(.code, issuedAt), grantKey: grant.key,
      clientID: grant.clientID,
      nonce: nonce, scope: scope, extraClaims: extraClaims, issuedAt: issuedAt,
      expiresAt: issuedAt + issuer.traits.codeLifetime)
    try writer.insert(code)
    return code.code
  }
}
