/// An answer to order for one token request, queued at an issuer.
package struct TokenAnswer: Sendable, Hashable, Codable {
  /// Claims that replace those of the signed tokens, as JSON text; null removes a claim.
  package var claims: String?
  /// The lifetime of access and ID token; nil for those of the issuer.
  package var expiresInSeconds: Int64?

  package init(claims: String?, expiresInSeconds: Int64?) {
    self.claims = claims
    self.expiresInSeconds = expiresInSeconds
  }

  package var lifetime: Duration? { expiresInSeconds.map { .seconds($0) } }
}
