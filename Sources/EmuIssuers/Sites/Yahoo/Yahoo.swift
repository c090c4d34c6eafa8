package import EmuJSON
package import EmuModel
package import EmuIdentity
internal import EmuJOSE

/// Sign in with Yahoo.
///
/// Source: docs/reference/social.md#yahoo.
package struct Yahoo: IdentityProvider {
  package let id = "yahoo.com"
  package let listing: ProviderListing? = ProviderListing("Yahoo")
  package let emailTrust = TrustRule.EmailTrust.ownDomains([
    "yahoo.com", "ymail.com", "rocketmail.com",
  ])

  package static let redirect = BackendRedirect(
    "/oauth2/request_auth", scopes: ["openid", "profile", "email"])

  /// Tokens are signed with an elliptic curve, which some clients that expect RS256 reject.
  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://api.login.yahoo.com", path: "/issuers/yahoo.com",
    otherIssuers: ["https://login.yahoo.com"], algorithms: [.es256, .rs256],
    clientAuthentication: [.basic, .post], redirect: Yahoo.redirect)

  package func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    var claims = subject.standardClaims
    if subject.person.name.display != nil { claims["locale"] = "en-US" }
    return claims
  }

  /// Returns the `guid` of older APIs: 26 capitals and digits.
  package func newSubject(_ ids: IDGenerator) -> String { ids.alphanumeric(26).uppercased() }
}
