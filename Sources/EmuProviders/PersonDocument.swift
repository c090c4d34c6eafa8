package import EmuJSON
package import EmuModel

/// A person as control calls and seeds write one.
///
/// Shape: `{sub?, email?, emailVerified?, name?, picture?, hideEmail?, tenant?,
/// authorizedClients?, claims?}`. A field that is left out is unknown for a new person and stays
/// as it is for an existing one.
package struct PersonDocument: Sendable, Hashable, Decodable {
  /// The subject; Microsoft's personal accounts may be named by their sixteen digits.
  package var sub: String?
  /// The real address. With `hideEmail` and an address of Apple's relay, the relay address itself.
  package var email: String?
  package var emailVerified: Bool?
  package var name: PersonName?
  package var picture: String?
  package var hideEmail: Bool?
  /// Microsoft: the tenant's GUID, or `consumers` for a personal account.
  package var tenant: String?
  /// The clients that the person has authorised already.
  package var authorizedClients: [String]?
  /// More claims for every token.
  package var claims: JSONObject?

  package init() {}

  private enum CodingKeys: String, CodingKey {
    case sub, email, emailVerified, name, picture, hideEmail, tenant, authorizedClients, claims
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sub = try container.decodeIfPresent(String.self, forKey: .sub)
    email = try container.decodeIfPresent(String.self, forKey: .email)
    emailVerified = try container.decodeIfPresent(Bool.self, forKey: .emailVerified)
    name = try container.decodeIfPresent(NameDocument.self, forKey: .name)?.name
    picture = try container.decodeIfPresent(String.self, forKey: .picture)
    hideEmail = try container.decodeIfPresent(Bool.self, forKey: .hideEmail)
    tenant = try container.decodeIfPresent(String.self, forKey: .tenant)
    authorizedClients = try container.decodeIfPresent([String].self, forKey: .authorizedClients)
    claims = try container.decodeIfPresent(JSONObject.self, forKey: .claims)
  }
}

/// A name as text, or `{givenName, familyName}`.
private struct NameDocument: Decodable {
  var name: PersonName

  private enum CodingKeys: String, CodingKey { case givenName, familyName }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      name = PersonName(full: text)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = PersonName(
      given: try container.decodeIfPresent(String.self, forKey: .givenName),
      family: try container.decodeIfPresent(String.self, forKey: .familyName))
  }
}

/// What is wrong with a person document.
package struct PersonDocumentError: Error, Sendable, Hashable {
  /// The member, such as `email`.
  package var field: String
  /// A sentence without the field's name.
  package var message: String

  package init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}

// MARK: - Meaning

extension PersonDocument {
  /// The domain of Apple's private relay.
  package static let relayDomain = "@privaterelay.appleid.com"
  private static let longestClaims = 16 << 10

  /// Checks every value.
  package func check() throws(PersonDocumentError) {
    try check(sub, "sub", AccountLimits.rawID)
    if let email, !EmailAddress.isPlausible(email) {
      throw PersonDocumentError(
        field: "email",
        message: "\"\(email.prefix(80))\" is no e-mail address; write it as name@example.com")
    }
    try check(name?.full, "name", AccountLimits.displayName)
    try check(name?.given, "name.givenName", AccountLimits.displayName)
    try check(name?.family, "name.familyName", AccountLimits.displayName)
    try check(picture, "picture", AccountLimits.photoURL)
    try check(tenant, "tenant", AccountLimits.providerID)
    for (index, client) in (authorizedClients ?? []).enumerated() {
      try check(client, "authorizedClients[\(index)]", AccountLimits.rawID)
    }
    if let claims, JSON.object(claims).serializedBytes().count > Self.longestClaims {
      throw PersonDocumentError(
        field: "claims", message: "the claims take more than \(Self.longestClaims) bytes")
    }
  }

  /// Makes a new person, with what the provider itself adds.
  package func person(
    issuer: String, ids: IDGenerator
  ) throws(PersonDocumentError) -> Person {
    let provider = ProviderRegistry.provider(issuer)
    var person = Person(issuer: issuer, subject: sub ?? provider.newSubject(ids))
    try apply(to: &person)
    provider.complete(&person, ids)
    return person
  }

  /// Makes an existing person with what the document says; the subject stays.
  package func merged(
    into existing: Person, ids: IDGenerator
  ) throws(PersonDocumentError) -> Person {
    var person = existing
    try apply(to: &person)
    ProviderRegistry.provider(existing.issuer).complete(&person, ids)
    person.subject = existing.subject
    return person
  }

  private func apply(to person: inout Person) throws(PersonDocumentError) {
    try check()
    if let email { person.email = EmailAddress.canonical(email) }
    if let emailVerified { person.emailVerified = emailVerified }
    if let name { person.name = name }
    if let picture { person.picture = picture }
    if let hideEmail { person.hideEmail = hideEmail }
    if let tenant { person.tenant = tenant }
    if let claims { person.claims = JSON.object(claims).serialized() }
    if person.hideEmail, let email = person.email, email.hasSuffix(Self.relayDomain) {
      person.relayEmail = email
    }
  }

  private func check(
    _ text: String?, _ field: String, _ limit: Int
  ) throws(PersonDocumentError) {
    guard let text else { return }
    guard !text.isEmpty else {
      throw PersonDocumentError(field: field, message: "the text is empty; leave the field out")
    }
    guard text.utf8.count <= limit else {
      throw PersonDocumentError(field: field, message: "the text takes more than \(limit) bytes")
    }
  }
}
