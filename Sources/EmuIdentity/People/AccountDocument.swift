package import EmuJSON
package import EmuModel

/// A person as control calls, seeds and sign-in pages write one.
///
/// Shape: `{sub?, email?, emailVerified?, name?, picture?, hideEmail?, tenant?, relayEmail?,
/// relayForwards?, authorizedClients?, claims?}`. An omitted field is unknown for a new person and
/// unchanged for an existing one.
package struct AccountDocument: Sendable, Hashable, Decodable {
  /// The subject; Microsoft's personal accounts may be named by their sixteen digits.
  package var sub: String?
  /// The real address. With `hideEmail` and an address of Apple's relay, the relay address itself.
  package var email: String?
  package var emailVerified: Bool?
  /// Written as a text or as `{givenName, familyName}`.
  package var name: PersonName?
  package var picture: String?
  /// Apple: true when a relay address replaces the real one.
  package var hideEmail: Bool?
  /// Apple: the relay address; generated for a hidden address without one.
  package var relayEmail: String?
  /// Apple: true when mail to the relay address is forwarded to the person.
  package var relayForwards: Bool?
  /// Microsoft: the tenant's GUID or a domain of it, or `consumers` for a personal account.
  package var tenant: String?
  package var authorizedClients: [String]?
  /// More claims for every token.
  package var claims: JSONObject?

  package init() {}

  /// True when neither subject nor address identifies a person.
  package var isUnidentified: Bool { sub == nil && email == nil }
}

/// A name is written as text, or as `{givenName, familyName}`.
extension PersonName: JSONDescribed {
  package static let jsonSchema: JSON = [
    "type": ["object", "string"],
    "properties": ["givenName": ["type": "string"], "familyName": ["type": "string"]],
  ]
  package static let jsonExample: JSON = ""

  private enum CodingKeys: String, CodingKey { case givenName, familyName }

  package init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(text: text)
      return
    }
    guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "write a text or {givenName, familyName}"))
    }
    self.init(
      given: try container.decodeIfPresent(String.self, forKey: .givenName),
      family: try container.decodeIfPresent(String.self, forKey: .familyName))
  }
}

extension PersonName {
  /// Splits a full name at its last space.
  package init(text: String) {
    let words = text.split(separator: " ")
    self.init(full: words.joined(separator: " "), given: words.first.map(String.init))
    guard let family = words.last, words.count > 1 else { return }
    given = words.dropLast().joined(separator: " ")
    self.family = String(family)
  }
}
