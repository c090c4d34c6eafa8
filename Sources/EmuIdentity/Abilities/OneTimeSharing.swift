internal import EmuJSON
package import EmuModel

/// The ability to send a person's name once: unsigned, with the token of the first authorization, as
/// the `user` text of Apple. Later tokens do not contain it.
///
/// Format: `{"name":{"firstName":"Ann","lastName":"Lee"},"email":"ann@example.com"}`.
package struct OneTimeSharing: Sendable {
  /// The text's name in the explanation of a lost name.
  package let field = "appleUser"

  package init() {}

  /// Returns the name in the text; nil if the text is malformed or has none.
  package func name(in text: String) -> PersonName? {
    guard let name = try? JSON(parsing: Array(text.utf8))["name"]?.object else { return nil }
    let reader = ClaimReader(name)
    let parsed = PersonName(
      given: reader.text("firstName", limit: AccountLimits.namePart),
      family: reader.text("lastName", limit: AccountLimits.namePart))
    return parsed.display == nil ? nil : parsed
  }

  /// Returns the reason that the name in the text is lost, as a sentence; nil where the text is valid.
  package func loss(in text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "{"), (try? JSON(parsing: Array(text.utf8))) == nil else {
      return nil
    }
    return "The person's name is lost: user ends in the middle of its JSON. The iOS SDK does not "
      + "escape it, so a name with & in it ends the field; production likely loses it as well "
      + "(guess)."
  }

  /// Returns the text for a person; nil if there is nothing to share.
  package func text(for person: Person) -> String? {
    var document = JSONObject()
    var name = JSONObject()
    name.setText("firstName", person.name.given ?? person.name.full)
    name.setText("lastName", person.name.family)
    if !name.isEmpty { document["name"] = .object(name) }
    document.setText("email", person.visibleEmail)
    return document.isEmpty ? nil : JSON.object(document).serialized()
  }
}
