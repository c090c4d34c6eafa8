package import EmuJSON
package import EmuModel
package import EmuIdentity
internal import EmuJOSE

/// Sign In with LinkedIn using OpenID Connect.
///
/// Source: docs/reference/social.md#linkedin.
package struct LinkedIn: IdentityProvider {
  package let id = "linkedin.com"
  package let listing: ProviderListing? = ProviderListing("LinkedIn")

  package static let redirect = BackendRedirect(
    "/oauth/v2/authorization", scopes: ["openid", "profile", "email"])

  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://www.linkedin.com/oauth", path: "/issuers/linkedin.com/oauth",
    otherIssuers: ["https://www.linkedin.com"], algorithms: [.rs256],
    accessTokenLifetime: .seconds(5_184_000), codeLifetime: .seconds(1800),
    hasRefreshTokens: false, clientAuthentication: [.post], redirect: LinkedIn.redirect)

  /// Returns the claims, without a nonce and with `email_verified` as a text.
  package func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    var claims = subject.standardClaims
    for name in ["nonce", "auth_time", "at_hash", "c_hash"] { claims[name] = nil }
    if subject.person.name.display != nil { claims["locale"] = "en_US" }
    if let isVerified = claims["email_verified"] {
      claims["email_verified"] = isVerified == true ? "true" : "false"
    }
    return claims
  }

  package let nativeBindings: TokenBindings = []

  /// Returns ten letters and digits, different for each app.
  package func newSubject(_ ids: IDGenerator) -> String { ids.alphanumeric(10) }
}
