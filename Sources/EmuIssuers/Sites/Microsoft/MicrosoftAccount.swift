package import EmuJSON
package import EmuModel

/// What Microsoft makes of a person.
///
/// A guest is a person of the inviting tenant whose record has the claim `idp`: the issuer at home,
/// `https://sts.windows.net/<tenant>/`, or `live.com` for a personal account.
package struct MicrosoftAccount: Sendable {
  package let person: Person
  /// The claims that the person's record adds.
  package let claims: JSONObject

  package init(_ person: Person) {
    self.person = person
    claims = person.claims.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
  }

  package var tenant: String { Microsoft.tenant(of: person) }

  package var isPersonal: Bool { tenant == Microsoft.consumerTenant }

  package var isGuest: Bool { claims["idp"]?.string != nil }

  /// Graph's id, which is production's uid.
  package var graphID: String { Microsoft.uid(oid: person.subject, isPersonal: isPersonal) }

  /// What Graph calls the user principal name; production takes it for the address.
  ///
  /// That of a guest is made from the address at home: `ann_gmail.example#EXT#@…`.
  package var principalName: String? {
    if let name = claims["upn"]?.string ?? claims["preferred_username"]?.string { return name }
    guard isGuest, let email = person.email else { return person.email }
    return email.replacing("@", with: "_") + "#EXT#@\(tenant.prefix(8)).onmicrosoft.com"
  }

  /// Whether there is a photo: everybody has one whose record does not say `"picture": null`.
  package var hasPhoto: Bool { claims["picture"]?.isNull != true }

  /// Graph's `/v1.0/me`; members without a value are sent as null.
  package var graphUser: JSONObject {
    var user: JSONObject = [
      "@odata.context": "https://graph.microsoft.com/v1.0/$metadata#users/$entity",
      "businessPhones": claims["businessPhones"] ?? .array([]),
    ]
    user["displayName"] = text(person.name.display)
    user["givenName"] = text(claims["given_name"]?.string ?? person.name.given)
    user["jobTitle"] = claims["jobTitle"] ?? .null
    user["mail"] = text(claims["email"]?.string ?? person.email)
    for name in ["mobilePhone", "officeLocation", "preferredLanguage"] {
      user[name] = claims[name] ?? .null
    }
    user["surname"] = text(claims["family_name"]?.string ?? person.name.family)
    user["userPrincipalName"] = text(principalName)
    user["id"] = .string(graphID)
    return user
  }

  private func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
}

extension MicrosoftTenant {
  /// Whether a person's account may sign in at an address with this tenant.
  package func admits(_ account: MicrosoftAccount) -> Bool {
    switch self {
    case .common: true
    case .organizations: !account.isPersonal
    case .consumers: account.isPersonal
    case .directory(let id): account.tenant == id
    }
  }
}
