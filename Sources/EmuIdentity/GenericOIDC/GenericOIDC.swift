internal import EmuJOSE
package import EmuJSON
package import EmuModel

/// An OpenID Connect provider that the project names `oidc.…`.
package struct GenericOIDC: IdentityProvider {
  package let id: String
  /// Production's rule for `oidc.*` is not published: the token's claim decides
  /// (docs/fidelity/sign-in.md).
  package let emailTrust = TrustRule.EmailTrust.trusted
  package let checksNonce = true
  package let issuer: IssuerTraits?

  package init(id: String) {
    self.id = id
    issuer = IssuerTraits(
      productionIssuer: "https://\(id.dropFirst(ProviderFamily.oidc.prefix.count)).example.com",
      path: "/issuers/\(id)", algorithms: [.rs256, .es256], hashesRawNonce: true,
      redirect: Self.redirect)
  }

  package static let redirect = BackendRedirect(
    "/authorize", scopes: ["openid", "email", "profile"])

  package func federatedID(rawID: String) -> String { "\(id)/\(rawID)" }

  package func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile {
    var profile = try ClaimReader(claims).profile(provider: self)
    var extra = claims
    for name in Self.standardClaims { extra[name] = nil }
    if !extra.isEmpty { profile.signInAttributes = JSON.object(extra).serialized() }
    return profile
  }

  package func newSubject(_ ids: IDGenerator) -> String { ids.alphanumeric(24) }

  /// Claims with their own member in a Firebase token, or with none at all.
  private static let standardClaims: Set<String> = [
    "iss", "aud", "sub", "iat", "exp", "nbf", "azp", "auth_time", "nonce", "at_hash", "c_hash",
    "acr", "amr", "jti", "sid", "email", "email_verified", "name", "given_name", "family_name",
    "picture", "locale",
  ]
}
