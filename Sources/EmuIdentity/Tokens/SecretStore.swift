package import EmuModel
package import EmuStore

/// Creates and stores the codes and tokens of a consent.
package struct SecretStore {
  package let issuer: ProviderIssuer
  package let person: Person
  package let ids: IDGenerator
  package let writer: WriteTransaction
  /// The id of the client's tenant; nil for a client of the project.
  package let tenant: String?

  package init(
    issuer: ProviderIssuer, person: Person, ids: IDGenerator, writer: WriteTransaction,
    tenant: String? = nil
  ) {
    self.issuer = issuer
    self.person = person
    self.ids = ids
    self.writer = writer
    self.tenant = tenant
  }

  /// Returns a unique text in the provider's own form.
  package func newSecret(_ kind: SecretKind, _ issuedAt: Timestamp) -> String {
    issuer.provider.newSecret(kind, for: person, ids.ordered(by: issuedAt))
  }

  /// - Parameter lifetime: nil for a token that lives as long as the consent.
  package func newAccessToken(
    _ consent: Consent, scope: String, issuedAt: Timestamp, lifetime: Duration?,
    family: String? = nil, authTime: Timestamp? = nil, keyThumbprint: String? = nil
  ) throws -> IssuerToken {
    let token = IssuerToken(
      token: newSecret(.accessToken, issuedAt), kind: .access, consentKey: consent.key,
      clientID: consent.clientID, scope: scope, issuedAt: issuedAt,
      expiresAt: lifetime.map { issuedAt + $0 }, family: family, authTime: authTime,
      tenant: tenant, keyThumbprint: keyThumbprint)
    try writer.insert(token)
    return token
  }

  /// Stores an access token of OAuth 1.0a; without a lifetime it lives as long as the consent.
  func newSigningToken(
    _ consent: Consent, scope: String, issuedAt: Timestamp, lifetime: Duration?
  ) throws -> IssuerToken {
    var token = IssuerToken.signing(
      consent, subject: person.subject, scope: scope, at: issuedAt, ids)
    token.expiresAt = lifetime.map { issuedAt + $0 }
    token.tenant = tenant
    try writer.insert(token)
    return token
  }

  /// - Parameter expiresAt: nil for a token that lives as long as the consent; the user's option
  ///   overrides it.
  func newRefreshToken(
    _ consent: Consent, scope: String, issuedAt: Timestamp, expiresAt: Timestamp? = nil,
    family: String? = nil, authTime: Timestamp? = nil, keyThumbprint: String? = nil
  ) throws -> String {
    let token = IssuerToken(
      token: newSecret(.refreshToken, issuedAt), kind: .refresh,
      consentKey: consent.key, clientID: consent.clientID, scope: scope, issuedAt: issuedAt,
      expiresAt: issuer.options.refreshTokenLifetimeSeconds.map { issuedAt + .seconds($0) }
        ?? expiresAt, family: family, authTime: authTime, tenant: tenant,
      keyThumbprint: keyThumbprint)
    try writer.insert(token)
    return token.token
  }

  /// Stores a code of a native sign-in, which has no redirect URI.
  package func newNativeCode(
    _ consent: Consent, scope: String, nonce: String?, extraClaims: String?, issuedAt: Timestamp
  ) throws -> String {
    let code = AuthorizationCode(
      code: newSecret(.code, issuedAt), consentKey: consent.key,
      clientID: consent.clientID,
      nonce: nonce, scope: scope, extraClaims: extraClaims, issuedAt: issuedAt,
      expiresAt: issuedAt + issuer.traits.codeLifetime)
    try writer.insert(code)
    return code.code
  }
}
