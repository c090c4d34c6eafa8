/// An account at a fake provider, which only this project sees.
public struct SeedPerson: Sendable, Hashable {
  /// The provider's id, such as `apple.com`.
  public var providerId: String
  /// The subject; nil for a generated one.
  public var sub: String?
  /// The address.
  public var email: String?
  /// True when the provider verified the address; the default is true.
  public var emailVerified: Bool?
  /// The first name.
  public var givenName: String?
  /// The last name.
  public var familyName: String?
  /// Apple: true when apps receive a relay address.
  public var hidesEmail: Bool?
  /// Microsoft: a GUID, a domain, or `consumers`.
  public var tenant: String?
  /// The clients that the person has authorized.
  public var authorizedClients: [String] = []
  /// Further claims of the tokens.
  public var claims: [String: JSONValue] = [:]

  /// Creates a person; a subject or an address is required.
  public init(
    at providerId: String, sub: String? = nil, email: String? = nil, emailVerified: Bool? = nil,
    givenName: String? = nil, familyName: String? = nil, hidesEmail: Bool? = nil,
    tenant: String? = nil, authorizedClients: [String] = [], claims: [String: JSONValue] = [:]
  ) {
    self.providerId = providerId
    self.sub = sub
    self.email = email
    self.emailVerified = emailVerified
    self.givenName = givenName
    self.familyName = familyName
    self.hidesEmail = hidesEmail
    self.tenant = tenant
    self.authorizedClients = authorizedClients
    self.claims = claims
  }

  var json: JSONValue {
    let name: JSONValue = .members([
      "givenName": .text(givenName), "familyName": .text(familyName),
    ])
    return .members([
      "sub": .text(sub), "email": .text(email), "emailVerified": .flag(emailVerified),
      "name": name == [:] ? nil : name, "hideEmail": .flag(hidesEmail), "tenant": .text(tenant),
      "authorizedClients": .texts(authorizedClients),
      "claims": claims.isEmpty ? nil : .object(claims),
    ])
  }
}
