package import EmuJSON
package import EmuModel
package import EmuIdentity

/// GitHub, which has OAuth 2.0 and no ID tokens.
///
/// Source: docs/reference/social.md#github and docs/reference/social.md#what-firebase-stores.
package struct GitHub: IdentityProvider {
  package let id = "github.com"
  package let listing: ProviderListing? = ProviderListing("GitHub")

  package static let redirect = BackendRedirect("/login/oauth/authorize", scopes: ["user:email"])

  /// Tokens of an OAuth app are valid until they are revoked.
  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://github.com/login/oauth", path: "/issuers/github.com/login/oauth",
    algorithms: [], accessTokenLifetime: nil, hasRefreshTokens: false,
    clientAuthentication: [.post, .basic, .none], redirect: GitHub.redirect)

  /// Returns the shared values; everything except the address is public.
  package func shared(_ person: Person, _ scopes: Scopes) -> Person {
    var person = person
    if !Self.reportsEmails(scopes) { person.email = nil }
    return person
  }

  package func sendsIDToken(for scopes: Scopes) -> Bool { false }

  /// Returns the profile of the `/user` response with the address of `/user/emails`.
  package func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(ClaimError) -> IdpProfile {
    let person = shared(person, scopes)
    let document = Self.document(of: person)
    let reader = ClaimReader(document)
    let name = reader.text("name", limit: AccountLimits.displayName)
    return IdpProfile(
      providerID: id, rawID: person.subject, federatedID: federatedID(rawID: person.subject),
      email: person.email, emailVerified: person.email != nil && person.emailVerified,
      displayName: name, fullName: name,
      photoURL: reader.text("avatar_url", limit: AccountLimits.photoURL),
      screenName: reader.text("login", limit: AccountLimits.displayName),
      rawUserInfo: JSON.object(document).serialized())
  }

  package func check(_ person: AccountDocument) throws(DocumentError) {
    try person.checkNumber(at: id)
  }

  /// Returns `gho_` with 36 letters and digits; a code has twenty hexadecimal digits.
  package func newSecret(
    _ kind: SecretKind, for person: Person, _ ids: IDGenerator
  ) -> String {
    kind == .code ? ids.hexadecimal(20) : "gho_\(ids.alphanumeric(36))"
  }

  package func newSubject(_ ids: IDGenerator) -> String { "1" + ids.digits(7) }

  package let handleClaim: String? = "login"

  package func complete(_ person: inout Person, _ ids: IDGenerator) {
    SocialUserName.complete(&person, claim: "login", marks: "-", limit: 39)
  }

  /// Returns true if the scopes allow `/user/emails`.
  package static func reportsEmails(_ scopes: Scopes) -> Bool {
    scopes.names.contains("user") || scopes.names.contains("user:email")
  }

  /// The date of all accounts, because a person's record has none; `claims` may override it.
  private static let createdAt = "2020-04-11T08:34:08Z"

  /// Returns the `/user` response, which production returns as `rawUserInfo`. `email` is null, as for
  /// a private address; `claims` may set it and every other member.
  package static func document(of person: Person) -> JSONObject {
    let login = SocialUserName.of(person, claim: "login", marks: "-", limit: 39)
    let url = "https://api.github.com/users/\(login)"
    var user: JSONObject = [
      "login": .string(login), "id": person.numericSubject, "node_id": .string(person.subject),
      "avatar_url": .string(
        person.picture ?? "https://avatars.githubusercontent.com/u/\(person.subject)?v=4"),
      "gravatar_id": "", "url": .string(url), "html_url": .string("https://github.com/\(login)"),
    ]
    for name in [
      "followers", "following{/other_user}", "gists{/gist_id}", "starred{/owner}{/repo}",
      "subscriptions", "orgs", "repos", "events{/privacy}", "received_events",
    ] {
      let member = name == "orgs" ? "organizations" : String(name.prefix { $0 != "{" })
      user["\(member)_url"] = .string("\(url)/\(name)")
    }
    user["type"] = "User"
    user["site_admin"] = false
    user["name"] = person.name.display.map(JSON.string) ?? .null
    user["company"] = .null
    user["blog"] = ""
    for name in ["location", "email", "hireable", "bio", "twitter_username"] { user[name] = .null }
    for name in ["public_repos", "public_gists", "followers", "following"] { user[name] = 0 }
    user["created_at"] = .string(createdAt)
    user["updated_at"] = .string(createdAt)
    user.merge(person.moreClaims)
    return user
  }
}
