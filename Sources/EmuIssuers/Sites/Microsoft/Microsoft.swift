internal import EmuCrypto
internal import EmuJOSE
package import EmuJSON
package import EmuModel
package import EmuIdentity

/// Microsoft identity platform.
///
/// Source: docs/reference/microsoft.md#id-token; production's uid is the Graph `id`.
package struct Microsoft: IdentityProvider {
  package static let providerID = "microsoft.com"

  package let id = Microsoft.providerID
  package let listing: ProviderListing? = ProviderListing("Microsoft")
  package let tenancy: (any Tenancy)? = MicrosoftTenancy()
  /// Production accepts only the code of its redirect, because an audience cannot be checked.
  package let acceptsIDTokens = false
  package let includesAuthTimeOnRequest = true
  /// The version of the endpoints that issue the tokens; the backend uses the second.
  package let version: MicrosoftVersion

  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://login.microsoftonline.com/{tenant}/v2.0",
    path: "/issuers/microsoft.com/{tenant}/v2.0",
    algorithms: [.rs256], keysPerAlgorithm: 2, accessTokenLifetime: .seconds(3599),
    refreshTokenLifetime: .seconds(90 * 86_400),
    clientAuthentication: [.post, .privateKey, .basic, .none], redirect: Microsoft.redirect)

  package static let redirect = BackendRedirect(
    "/{tenant}/oauth2/v2.0/authorize", scopes: ["openid", "email", "profile", "User.Read"])

  /// The tenant of every personal account.
  package static let consumerTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
  /// The default tenant of work accounts.
  package static let defaultTenant = "6f8b1a5e-3c0d-4e2f-9a7b-0c1d2e3f4a5b"

  package init(_ version: MicrosoftVersion = .two) { self.version = version }

  /// Returns the profile with production's uid: the object id, or the sixteen digits of a personal
  /// account.
  package func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile {
    let reader = ClaimReader(claims)
    guard let oid = reader.text("oid", limit: AccountLimits.rawID) else {
      throw ClaimError(detail: "The Microsoft ID Token has no 'oid' claim.")
    }
    let rawID = Self.uid(oid: oid, isPersonal: reader.text("tid") == Self.consumerTenant)
    let principal = reader.text("preferred_username") ?? reader.text("email")
    let name = reader.text("name", limit: AccountLimits.displayName)
    return IdpProfile(
      providerID: id, rawID: rawID, federatedID: federatedID(rawID: rawID),
      email: principal.map(EmailAddress.canonical)
        .flatMap { EmailAddress.isPlausible($0) ? $0 : nil },
      emailVerified: false, displayName: name, fullName: name,
      firstName: reader.text("given_name"), lastName: reader.text("family_name"),
      rawUserInfo: JSON.object(
        Self.graphUser(id: rawID, name: name, principal: principal, reader)
      ).serialized())
  }

  /// Returns the profile. Production reads it from Graph, not from the ID token.
  package func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(ClaimError) -> IdpProfile {
    let account = MicrosoftAccount(person)
    let name = person.name.display
    return IdpProfile(
      providerID: id, rawID: account.graphID, federatedID: federatedID(rawID: account.graphID),
      email: account.principalName.map(EmailAddress.canonical)
        .flatMap { EmailAddress.isPlausible($0) ? $0 : nil },
      emailVerified: false, displayName: name, fullName: name, firstName: person.name.given,
      lastName: person.name.family, rawUserInfo: JSON.object(account.graphUser).serialized())
  }

  /// Returns the whole person: the scopes restrict the token's claims instead.
  package func shared(_ person: Person, _ scopes: Scopes) -> Person { person }

  package func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    // Real tokens are back-dated by five minutes; clients compare nbf strictly.
    let issuedAt = subject.issuedAt - .seconds(300)
    var claims = subject.baseClaims
    claims["ver"] = .string("2.0")
    // Another one for each application.
    claims["sub"] = .string(Base64URL.encode(Hex.decode(subject.pairwiseSeed) ?? []))
    claims["iat"] = .int(issuedAt.seconds)
    claims["nbf"] = .int(issuedAt.seconds)
    claims["tid"] = .string(Self.tenant(of: subject.person))
    if subject.shares("profile") {
      claims["oid"] = .string(subject.person.subject)
      claims.setText("name", subject.person.name.display)
      claims.setText("preferred_username", subject.person.email)
    }
    if subject.shares("email") || MicrosoftAccount(subject.person).isGuest {
      claims.setText("email", subject.person.email)
    }
    claims.setText("nonce", subject.nonce)
    claims.setText("at_hash", subject.accessTokenHash)
    claims.setText("c_hash", subject.codeHash)
    return claims
  }

  /// Returns true if an ID token is issued; in the first version it always is.
  package func sendsIDToken(for scopes: Scopes) -> Bool {
    version == .one || scopes.names.contains("openid")
  }

  /// Returns the lifetime: a day for personal accounts, an hour for others, plus the back-dating.
  package func idTokenLifetime(for person: Person) -> Duration {
    Self.tenant(of: person) == Self.consumerTenant ? .seconds(86_400) : .seconds(3600)
  }

  package func usesLastKey(for person: Person) -> Bool {
    Self.tenant(of: person) == Self.consumerTenant
  }

  package func check(_ person: AccountDocument) throws(DocumentError) {
    guard let name = person.tenant else { return }
    guard let tenant = MicrosoftTenant(name)?.id else {
      throw DocumentError(
        field: "tenant",
        message: "\"\(name.prefix(64))\" is not a tenant; use consumers, a GUID or a domain")
    }
    guard tenant == Self.consumerTenant, let sub = person.sub, Self.personalObjectID(sub) == nil
    else { return }
    throw DocumentError(
      field: "sub",
      message: "\"\(sub.prefix(64))\" is not the id of a personal account; use 16 hexadecimal "
        + "digits, alone or as the end of 00000000-0000-0000-0000-000000000000, or leave out the tenant"
    )
  }

  /// Returns a random object id; a personal account has a number padded to the same form.
  package func newSubject(_ ids: IDGenerator) -> String { ids.uuid() }

  package func complete(_ person: inout Person, _ ids: IDGenerator) {
    let named = person.tenant.flatMap(MicrosoftTenant.init)?.id
    let isPersonal = person.tenant == nil && Self.personalObjectID(person.subject) != nil
    person.tenant = named ?? (isPersonal ? Self.consumerTenant : Self.defaultTenant)
    guard person.tenant == Self.consumerTenant else { return }
    person.subject =
      Self.personalObjectID(person.subject)
      ?? "00000000-0000-0000-\(ids.hexadecimal(4))-\(ids.hexadecimal(12))"
  }

  package static func tenant(of person: Person) -> String { person.tenant ?? defaultTenant }

  package static func uid(oid: String, isPersonal: Bool) -> String {
    guard isPersonal else { return oid }
    return String(oid.filter { $0 != "-" }.suffix(16))
  }

  /// Returns the object id of a personal account: the text if padded, or one from sixteen digits.
  package static func personalObjectID(_ subject: String) -> String? {
    if subject.hasPrefix("00000000-0000-0000-") {
      return MicrosoftTenant.isGUID(subject) ? subject : nil
    }
    guard subject.utf8.count == 16, subject.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit)
    else { return nil }
    return "00000000-0000-0000-\(subject.prefix(4))-\(subject.suffix(12))"
  }

  /// Returns Graph's user for a person of whom only claims are known.
  private static func graphUser(
    id: String, name: String?, principal: String?, _ reader: ClaimReader
  ) -> JSONObject {
    var person = Person(issuer: providerID, subject: id)
    person.name = PersonName(
      full: name, given: reader.text("given_name"), family: reader.text("family_name"))
    var user = MicrosoftAccount(person).graphUser
    user["mail"] = reader.text("email").map(JSON.string) ?? .null
    user["userPrincipalName"] = principal.map(JSON.string) ?? .null
    user["id"] = .string(id)
    return user
  }
}
