internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// The claims of a person at a provider without a local issuer, such as `saml.acme`.
struct UnsignedClaims: Sendable {
  var subject: String
  var email: String?
  var emailVerified = true
  var name: String?
  var picture: String?
  var more: JSONObject = [:]

  static func of(_ link: ProviderLink) -> UnsignedClaims {
    UnsignedClaims(
      subject: link.rawID, email: link.email, name: link.displayName, picture: link.photoURL)
  }

  /// - Parameter account: the account of ``PageChoice/create(_:)``.
  static func of(_ account: JSONObject, _ ids: IDGenerator) -> UnsignedClaims {
    UnsignedClaims(
      subject: ids.digits(40), email: account["email"]?.string,
      emailVerified: account["emailVerified"]?.bool ?? true, name: account["name"]?.string,
      picture: account["picture"]?.string, more: account["claims"]?.object ?? [:])
  }

  static func of(_ person: Person) -> UnsignedClaims {
    UnsignedClaims(
      subject: person.subject, email: person.email, emailVerified: person.emailVerified,
      name: person.name.display, picture: person.picture, more: person.moreClaims)
  }

  static func new(_ ids: IDGenerator) -> UnsignedClaims {
    let subject = ids.digits(40)
    return UnsignedClaims(subject: subject, email: "person-\(subject.prefix(8))@example.com")
  }

  func json(now: Timestamp) -> JSON {
    var claims: JSONObject = [
      "iss": "", "aud": "", "sub": .string(subject), "iat": .int(now.seconds),
      "exp": .int(now.seconds + 3600),
    ]
    claims["email"] = email.map(JSON.string)
    if email != nil { claims["email_verified"] = .bool(emailVerified) }
    claims["name"] = name.map(JSON.string)
    claims["picture"] = picture.map(JSON.string)
    claims.merge(more)
    return .object(claims)
  }

  /// A SAML response in the JSON form that `signInWithIdp` accepts.
  var assertion: JSON {
    var attributes = JSONObject()
    attributes["displayName"] = name.map(JSON.string)
    return [
      "assertion": [
        "subject": ["nameId": .string(email ?? subject)],
        "attributeStatements": .object(attributes),
      ]
    ]
  }
}
