internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// The `user` text that Apple sends with the first authorization of a client.
///
/// Format: `{"name":{"firstName":"Ann","lastName":"Lee"},"email":"ann@example.com"}`, unsigned.
struct AppleName: OneTimeSharing {
  let field = "appleUser"

  /// Returns the name in the text; nil if the text is malformed or has none.
  func name(in text: String) -> PersonName? {
    guard let name = try? JSON(parsing: Array(text.utf8))["name"]?.object else { return nil }
    let reader = ClaimReader(name)
    let parsed = PersonName(
      given: reader.text("firstName", limit: AccountLimits.namePart),
      family: reader.text("lastName", limit: AccountLimits.namePart))
    return parsed.display == nil ? nil : parsed
  }

  func loss(in text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "{"), (try? JSON(parsing: Array(text.utf8))) == nil else {
      return nil
    }
    return "The person's name is lost: user ends in the middle of its JSON. The iOS SDK does not "
      + "escape it, so a name with & in it ends the field; production likely loses it as well "
      + "(guess)."
  }

  /// Returns the text for a person; nil if there is nothing to share.
  func text(for person: Person) -> String? {
    var document = JSONObject()
    var name = JSONObject()
    name.setText("firstName", person.name.given ?? person.name.full)
    name.setText("lastName", person.name.family)
    if !name.isEmpty { document["name"] = .object(name) }
    document.setText("email", person.visibleEmail)
    return document.isEmpty ? nil : JSON.object(document).serialized()
  }
}
