package import EmuJSON
package import EmuModel
package import EmuIdentity
internal import EmuJOSE

/// Google Sign-In.
///
/// Source: docs/reference/social.md#google; the profile has the names of the v1 userinfo endpoint.
package struct Google: IdentityProvider {
  package let id = "google.com"
  package let emailTrust = TrustRule.EmailTrust.trusted
  package let listing: ProviderListing? = ProviderListing("Google")
  package let includesAuthTimeOnRequest = true

  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://accounts.google.com", path: "/issuers/google.com",
    otherIssuers: ["accounts.google.com"], algorithms: [.rs256], keysPerAlgorithm: 2,
    clientAuthentication: [.post, .basic, .none], redirect: Google.redirect)

  package static let redirect = BackendRedirect(
    "/o/oauth2/v2/auth", scopes: ["openid", emailScope, profileScope], domainParameter: "hd")

  package func federatedID(rawID: String) -> String { "https://accounts.google.com/\(rawID)" }

  /// Returns the profile with `rawUserInfo` as production's userinfo response.
  package func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile {
    try profile(claims, grantedScopes: [Self.emailScope, Self.profileScope, "openid"])
  }

  private func profile(
    _ claims: JSONObject, grantedScopes: [String]
  ) throws(ClaimError) -> IdpProfile {
    let reader = ClaimReader(claims)
    var profile = try reader.profileWithoutInfo(provider: self)
    var info = JSONObject()
    info.setText("name", profile.displayName)
    info["granted_scopes"] = .string(grantedScopes.joined(separator: " "))
    info["id"] = .string(profile.rawID)
    info["verified_email"] = .bool(profile.emailVerified)
    info.setText("given_name", profile.firstName)
    info.setText("family_name", profile.lastName)
    info.setText("email", profile.email)
    info.setText("picture", profile.photoURL)
    info.setText("locale", reader.text("locale"))
    info.setText("hd", reader.text("hd"))
    profile.rawUserInfo = JSON.object(info).serialized()
    return profile
  }

  /// Returns the same profile with the granted scopes.
  package func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(ClaimError) -> IdpProfile {
    try profile(
      claims, grantedScopes: Set(scopes.names.map { Self.wholeNames[$0] ?? $0 }).sorted())
  }

  private static let clearScopes = "openid \(profileScope)"
  private static let clearScopesWithEmail = "\(clearScopes) \(emailScope)"
  private static let wholeNames = ["email": emailScope, "profile": profileScope]

  /// Returns the profile with `rawUserInfo` as the official emulator generates it.
  package func profile(fromClear claims: JSONObject) throws(ClaimError) -> IdpProfile {
    var profile = try ClaimReader(claims).profileWithoutInfo(provider: self)
    // Written directly: most sign-ins of tests use it.
    var info = JSONTextWriter()
    info.beginObject()
    info.member(
      "granted_scopes", profile.email == nil ? Self.clearScopes : Self.clearScopesWithEmail)
    info.member("id", profile.rawID)
    info.member("name", profile.displayName)
    info.member("given_name", profile.firstName)
    info.member("family_name", profile.lastName)
    info.member("verified_email", profile.emailVerified)
    info.member("locale", "en")
    info.member("email", profile.email)
    info.member("picture", profile.photoURL)
    info.endObject()
    profile.rawUserInfo = String(decoding: info.bytes, as: UTF8.self)
    return profile
  }

  package func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    var claims = subject.standardClaims
    claims["azp"] = .string(subject.clientID)
    claims["auth_time"] = nil
    return claims
  }

  package func newSubject(_ ids: IDGenerator) -> String { "1" + ids.digits(20) }

  package func audienceRefusal(presented: String, expected: String) -> String {
    "Invalid Idp Response: the Google id_token is not allowed to be used with this application. Its "
      + "audience (OAuth 2.0 client ID) is \(presented), which is not authorized to be used in the "
      + "project with project_number: \(Project.number)."
  }

  package func parsingRefusal(of text: String) -> String {
    "Unable to parse Google id_token: \(text.prefix(1000))"
  }

  package func newKeyID(_ ids: IDGenerator) -> String { ids.hexadecimal(40) }

  private static let emailScope = "https://www.googleapis.com/auth/userinfo.email"
  private static let profileScope = "https://www.googleapis.com/auth/userinfo.profile"
}
