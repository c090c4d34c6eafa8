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

  /// Stores a token of OAuth 2.0.
  ///
  /// - Parameter expiresAt: nil for a token that lives as long as the consent.
  package func newToken(
    _ kind: IssuerToken.Kind, _ consent: Consent, scope: String, issuedAt: Timestamp,
    expiresAt: Timestamp?, family: String?, authTime: Timestamp, keyThumbprint: String? = nil
  ) throws -> IssuerToken {
    let token = IssuerToken(
      token: newSecret(kind == .access ? .accessToken : .refreshToken, issuedAt), kind: kind,
      consentKey: consent.key, clientID: consent.clientID, scope: scope, issuedAt: issuedAt,
      expiresAt: expiresAt, family: family, authTime: authTime, tenant: tenant,
      keyThumbprint: keyThumbprint)
    try writer.insert(token)
    return token
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
