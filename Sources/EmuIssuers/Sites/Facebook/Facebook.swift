package import EmuJSON
package import EmuModel
package import EmuIdentity
internal import EmuJOSE

/// Facebook Login, classic and limited.
///
/// Source: docs/reference/social.md#facebook and docs/reference/social.md#what-firebase-stores.
package struct Facebook: IdentityProvider {
  package let id = "facebook.com"
  package let listing: ProviderListing? = ProviderListing("Facebook")
  package let checksNonce = true

  package static let redirect = BackendRedirect(
    "/dialog/oauth", scopes: [Facebook.publicProfile, "email"])

  package static let publicProfile = "public_profile"

  /// Tokens of the code flow are valid for sixty days, those of a browser for two hours.
  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://www.facebook.com", path: "/issuers/facebook.com",
    otherIssuers: ["https://limited.facebook.com", "https://facebook.com"], algorithms: [.rs256],
    hashesRawNonce: true, accessTokenLifetime: .seconds(5_184_000),
    frontTokenLifetime: .seconds(7200),
    hasRefreshTokens: false, clientAuthentication: [.post, .none], redirect: Facebook.redirect)

  /// Returns the shared values; name and picture are always shared.
  package func shared(_ person: Person, _ scopes: Scopes) -> Person {
    var person = person
    if !scopes.names.contains("email") { person.email = nil }
    return person
  }

  /// Returns the profile of Limited Login: the claims of the ID token, without a verified address.
  package func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile {
    var profile = try ClaimReader(claims).profile(provider: self)
    profile.emailVerified = false
    return profile
  }

  /// Returns the profile of classic login: Graph's response with the fields that production
  /// requests.
  package func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(ClaimError) -> IdpProfile {
    let person = shared(person, scopes)
    let document = Self.document(of: person)
    let reader = ClaimReader(document)
    var info = JSONObject()
    for name in ["name", "first_name", "last_name", "id", "email"] { info[name] = document[name] }
    info["granted_scopes"] = .array(scopes.sharing.sorted().map(JSON.string))
    info["picture"] = document["picture"]
    let rawID = person.subject
    let name = reader.text("name", limit: AccountLimits.displayName)
    return IdpProfile(
      providerID: id, rawID: rawID, federatedID: federatedID(rawID: rawID), email: reader.email,
      emailVerified: false, displayName: name, fullName: name,
      firstName: reader.text("first_name"), lastName: reader.text("last_name"),
      photoURL: "https://graph.facebook.com/\(rawID)/picture",
      rawUserInfo: JSON.object(info).serialized())
  }

  /// Returns the claims of a Limited Login token, without `email_verified` and `auth_time`.
  package func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    var claims = subject.standardClaims
    claims["auth_time"] = nil
    claims["email_verified"] = nil
    claims["c_hash"] = nil
    claims["jti"] = .string(
      subject.pairwiseSeed.prefix(4) + "."
        + (subject.accessTokenHash ?? String(subject.issuedAt.milliseconds)))
    return claims
  }

  /// Returns a secret: access tokens begin with `EAA`, codes with `AQ`.
  package func newSecret(
    _ kind: SecretKind, for person: Person, _ ids: IDGenerator
  ) -> String {
    kind == .code ? "AQ\(ids.urlSafe(96))" : "EAA\(ids.alphanumeric(96))"
  }

  /// Returns seventeen digits, different for each app.
  package func newSubject(_ ids: IDGenerator) -> String { "1" + ids.digits(16) }

  /// Returns a person in the format of Graph's `/me`, with all fields that an app may request with
  /// `fields`; `claims` override or add some.
  static func document(of person: Person) -> JSONObject {
    var user: JSONObject = ["id": .string(person.subject)]
    user.setText("name", person.name.display)
    user.setText("first_name", person.name.given)
    user.setText("last_name", person.name.family)
    user.setText("email", person.email)
    user["picture"] = [
      "data": [
        "height": 50, "is_silhouette": .bool(person.picture == nil),
        "url": .string(person.picture ?? Self.silhouette), "width": 50,
      ]
    ]
    user.merge(person.moreClaims)
    return user
  }

  private static let silhouette =
    "https://scontent.xx.fbcdn.net/v/t1.30497-1/84628273_176159830277856_972693363922829312_n.jpg"
}
