package import EmuJSON
package import EmuModel

/// Google Sign-In.
///
/// Facts: Google, "OpenID Connect"; the profile has the names of the v1 userinfo endpoint.
package struct Google: IdentityProvider {
  package let id = "google.com"
  package let standing = TrustRule.Standing.trusted

  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://accounts.google.com", path: "/issuers/google.com",
    algorithms: ["RS256"], keysPerAlgorithm: 2)

  package init() {}

  package func federatedID(rawID: String) -> String { "https://accounts.google.com/\(rawID)" }

  package func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile {
    try Self.mapped(claims, provider: self)
  }

  package func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    var claims = subject.standardClaims
    claims["azp"] = .string(subject.clientID)
    claims["auth_time"] = nil
    return claims
  }

  package func newSubject(_ ids: IDGenerator) -> String { "1" + ids.digits(20) }

  /// The profile with `rawUserInfo` as the userinfo answer that production passes on.
  package static func mapped(
    _ claims: JSONObject, provider: some IdentityProvider
  ) throws(ClaimError) -> IdpProfile {
    let reader = ClaimReader(claims)
    var profile = try reader.profile(provider: provider)
    var info = JSONObject()
    info.setText("name", profile.displayName)
    info["granted_scopes"] = .string(
      "https://www.googleapis.com/auth/userinfo.email "
        + "https://www.googleapis.com/auth/userinfo.profile openid")
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
}
