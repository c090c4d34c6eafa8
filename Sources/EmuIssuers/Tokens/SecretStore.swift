internal import EmuProviders
internal import EmuModel
internal import EmuStore

/// Makes the codes and tokens of a consent, and keeps them.
struct SecretStore {
  let issuer: any FakeIssuer
  let person: Person
  let ids: IDGenerator
  let writer: Writer

  func newAccessToken(
    _ grant: Grant, scope: String, issuedAt: Timestamp, lifetime: Duration,
    family: String? = nil, authTime: Timestamp? = nil
  ) throws -> String {
    let token = IssuerToken(
      token: issuer.newSecret(.accessToken, for: person, ids), kind: .access, grantKey: grant.key,
      clientID: grant.clientID, scope: scope, issuedAt: issuedAt,
      expiresAt: issuedAt + lifetime, family: family, authTime: authTime)
    try writer.insert(token)
    return token.token
  }

  /// - Parameter expiresAt: nil for a token that lives as long as the consent.
  func newRefreshToken(
    _ grant: Grant, scope: String, issuedAt: Timestamp, expiresAt: Timestamp? = nil,
    family: String? = nil, authTime: Timestamp? = nil
  ) throws -> String {
    let token = IssuerToken(
      token: issuer.newSecret(.refreshToken, for: person, ids), kind: .refresh,
      grantKey: grant.key, clientID: grant.clientID, scope: scope, issuedAt: issuedAt,
      expiresAt: expiresAt, family: family, authTime: authTime)
    try writer.insert(token)
    return token.token
  }

  /// A code of a native sign-in, which has no redirect URI.
  func newNativeCode(
    _ grant: Grant, scope: String, nonce: String?, extraClaims: String?, issuedAt: Timestamp
  ) throws -> String {
    let code = AuthorizationCode(
      code: issuer.newSecret(.code, for: person, ids), grantKey: grant.key,
      clientID: grant.clientID,
      nonce: nonce, scope: scope, extraClaims: extraClaims, issuedAt: issuedAt,
      expiresAt: issuedAt + issuer.traits.codeLifetime)
    try writer.insert(code)
    return code.code
  }
}
