package import EmuJSON
package import EmuModel

extension Person {
  /// Returns the person in the form of the control API, with the issuer's additions.
  package func json(authorizedClients: [String]) -> JSON {
    var object: JSONObject = ["sub": .string(subject)]
    object.setText("email", email)
    object["emailVerified"] = .bool(emailVerified)
    if let name = name.json { object["name"] = name }
    object.setText("picture", picture)
    if hideEmail { object["hideEmail"] = true }
    object.setText("relayEmail", relayEmail)
    if !relayForwards { object["relayForwards"] = false }
    object.setText("deletedAt", deletedAt?.rfc3339)
    object.setText("transferSub", transfer?.subject)
    object.setText("tenant", tenant)
    if !authorizedClients.isEmpty {
      object["authorizedClients"] = .array(authorizedClients.map(JSON.string))
    }
    if let claims = claims.flatMap({ try? JSON(parsing: $0) }) { object["claims"] = claims }
    return .object(object)
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
