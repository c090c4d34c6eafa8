package import EmuJSON
package import EmuModel

/// An account as it was written, with the values that the issuer added.
package struct AccountReport: Codable, Sendable {
  var sub: String
  var email: String?
  var emailVerified: Bool
  /// A text or `{givenName, familyName}`.
  var name: JSON?
  var picture: String?
  /// Present only if true.
  var hideEmail: Bool?
  var relayEmail: String?
  /// Present only if false.
  var relayForwards: Bool?
  var deletedAt: String?
  package var transferSub: String?
  var tenant: String?
  /// The clients with an active consent; absent without any.
  var authorizedClients: [String]?
  var claims: JSONObject?

  package init(_ person: Person, consents: [Consent]) {
    sub = person.subject
    email = person.email
    emailVerified = person.emailVerified
    name = person.name.json
    picture = person.picture
    hideEmail = person.hideEmail ? true : nil
    relayEmail = person.relayEmail
    relayForwards = person.relayForwards ? nil : false
    deletedAt = person.deletedAt?.rfc3339
    transferSub = person.transfer?.subject
    tenant = person.tenant
    let clients = consents.filter(\.isActive).map(\.clientID)
    authorizedClients = clients.isEmpty ? nil : clients
    claims = person.claims.flatMap { try? JSON(parsing: $0).object }
  }
}

extension PersonName {
  /// `{givenName, familyName}`, or the full name as a text when it has no parts.
  package var json: JSON? {
    guard given != nil || family != nil else { return full.map(JSON.string) }
    return .object(parts)
  }

  /// `{givenName, familyName}`, the form in which a device passes a name to an app.
  package var parts: JSONObject {
    var parts = JSONObject()
    parts.setText("givenName", given ?? (family == nil ? full : nil))
    parts.setText("familyName", family)
    return parts
  }
}
