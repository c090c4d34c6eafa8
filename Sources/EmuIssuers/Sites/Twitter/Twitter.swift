package import EmuJSON
package import EmuModel
package import EmuIdentity

/// Twitter, now X. Firebase uses only its OAuth 1.0a.
///
/// Source: docs/reference/social.md#twitter and docs/reference/social.md#what-firebase-stores.
package struct Twitter: IdentityProvider {
  package static let providerID = "twitter.com"

  package let id = Twitter.providerID
  package let listing: ProviderListing? = ProviderListing("Twitter")
  package let requestTokenScope: String? = Twitter.legacyScope

  /// The page for a request token; OAuth 2.0 has another page.
  package static let redirect = BackendRedirect("/oauth/authenticate", scopes: [])

  /// The scopes of a consent by OAuth 1.0a, which has none itself: the app may read, and request
  /// the address.
  package static let legacyScope = "tweet.read users.read users.email"

  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://api.twitter.com", path: "/issuers/twitter.com", algorithms: [],
    accessTokenLifetime: .seconds(7200), codeLifetime: .seconds(30),
    clientAuthentication: [.basic, .post, .none], redirect: Twitter.redirect)

  /// Returns the shared values; name and picture are public.
  package func shared(_ person: Person, _ scopes: Scopes) -> Person {
    var person = person
    if !scopes.names.contains("users.email") { person.email = nil }
    return person
  }

  package func sendsIDToken(for scopes: Scopes) -> Bool { false }

  /// Returns the profile of the `account/verify_credentials` response, without a verified address.
  package func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(ClaimError) -> IdpProfile {
    let person = shared(person, scopes)
    let document = TwitterUser.document(of: person)
    let reader = ClaimReader(document)
    let rawID = person.subject
    let name = reader.text("name", limit: AccountLimits.displayName)
    return IdpProfile(
      providerID: id, rawID: rawID, federatedID: federatedID(rawID: rawID), email: reader.email,
      emailVerified: false, displayName: name, fullName: name,
      photoURL: reader.text("profile_image_url_https", limit: AccountLimits.photoURL),
      screenName: reader.text("screen_name", limit: AccountLimits.displayName),
      rawUserInfo: JSON.object(document).serialized())
  }

  /// Returns a token of OAuth 2.0; one of OAuth 1.0a begins with the person's number.
  package func newSecret(
    _ kind: SecretKind, for person: Person, _ ids: IDGenerator
  ) -> String { ids.urlSafe(91) }

  package let handleClaim: String? = "screen_name"

  package func complete(_ person: inout Person, _ ids: IDGenerator) {
    SocialUserName.complete(&person, claim: "screen_name", marks: "_", limit: 15)
  }

  package func check(_ person: AccountDocument) throws(DocumentError) {
    try person.checkNumber(at: id)
  }

  /// Returns nineteen digits that fit into 63 bits.
  package func newSubject(_ ids: IDGenerator) -> String { "1" + ids.digits(18) }
}
