internal import EmuIdentity
package import EmuJSON
package import EmuModel

/// A person as a Microsoft account.
///
/// A guest is a person of the inviting tenant with the claim `idp`: the home issuer,
/// `https://sts.windows.net/<tenant>/`, or `live.com` for a personal account.
package struct MicrosoftAccount: Sendable {
  package let person: Person
  package let claims: JSONObject

  package init(_ person: Person) {
    self.person = person
    claims = person.moreClaims
  }

  package var tenant: String { Microsoft.tenant(of: person) }

  package var isPersonal: Bool { tenant == Microsoft.consumerTenant }

  package var isGuest: Bool { claims["idp"]?.string != nil }

  /// Graph's id, which is production's uid.
  package var graphID: String { Microsoft.uid(oid: person.subject, isPersonal: isPersonal) }

  /// Graph's user principal name, which production uses as the address.
  ///
  /// A guest's is derived from the home address: `ann_gmail.example#EXT#@…`.
  package var principalName: String? {
    if let name = claims["upn"]?.string ?? claims["preferred_username"]?.string { return name }
    guard isGuest, let email = person.email else { return person.email }
    return email.replacing("@", with: "_") + "#EXT#@\(tenant.prefix(8)).onmicrosoft.com"
  }

  /// True if the account has a photo; false only for `"picture": null`.
  package var hasPhoto: Bool { claims["picture"]?.isNull != true }

  /// Graph's `/v1.0/me`; members without a value are null.
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
  package func admits(_ account: MicrosoftAccount) -> Bool {
    switch self {
    case .common: true
    case .organizations: !account.isPersonal
    case .consumers: account.isPersonal
    case .directory(let id): account.tenant == id
    }
  }
}
