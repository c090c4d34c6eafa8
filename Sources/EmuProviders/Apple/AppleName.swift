internal import EmuJSON
package import EmuModel

/// The `user` text that Apple sends beside the first authorization of a client.
///
/// Shape: `{"name":{"firstName":"Ann","lastName":"Lee"},"email":"ann@example.com"}`. It is not
/// signed.
package enum AppleName {
  /// The name in the text; nil when it is malformed or holds none.
  package static func parse(_ text: String) -> PersonName? {
    guard let name = try? JSON(parsing: Array(text.utf8))["name"]?.object else { return nil }
    let reader = ClaimReader(name)
    let parsed = PersonName(
      given: reader.text("firstName", limit: AccountLimits.displayName / 2),
      family: reader.text("lastName", limit: AccountLimits.displayName / 2))
    return parsed.display == nil ? nil : parsed
  }

  /// Whether a text is the beginning of a document and no whole one.
  package static func isCut(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "{") && (try? JSON(parsing: Array(text.utf8))) == nil
  }

  /// The text for a person; nil when there is nothing to share.
  package static func text(for person: Person) -> String? {
    var document = JSONObject()
    var name = JSONObject()
    name.setText("firstName", person.name.given ?? person.name.full)
    name.setText("lastName", person.name.family)
    if !name.isEmpty { document["name"] = .object(name) }
    document.setText("email", person.visibleEmail)
    return document.isEmpty ? nil : JSON.object(document).serialized()
  }
}
