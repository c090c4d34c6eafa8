internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

// The people of providers without a local issuer, such as `saml.acme`, and their claims.

extension Person {
  init(_ link: ProviderLink) {
    self.init(issuer: link.providerID, subject: link.rawID, email: link.email)
    name.full = link.displayName
    picture = link.photoURL
  }

  /// - Parameter account: the account of ``PageChoice/create(_:)``.
  init(_ account: JSONObject, issuer: String, _ ids: IDGenerator) {
    self.init(issuer: issuer, subject: ids.digits(40), email: account["email"]?.string)
    emailVerified = account["emailVerified"]?.bool ?? true
    name.full = account["name"]?.string
    picture = account["picture"]?.string
    claims = account["claims"]?.serialized()
  }

  func unsignedClaims(now: Timestamp) -> JSON {
    var claims: JSONObject = [
      "iss": "", "aud": "", "sub": .string(subject), "iat": .int(now.seconds),
      "exp": .int(now.seconds + 3600),
    ]
    claims["email"] = email.map(JSON.string)
    if email != nil { claims["email_verified"] = .bool(emailVerified) }
    claims["name"] = name.display.map(JSON.string)
    claims["picture"] = picture.map(JSON.string)
    claims.merge(moreClaims)
    return .object(claims)
  }

  /// A SAML response in the JSON form that `signInWithIdp` accepts.
  var unsignedAssertion: JSON {
    var attributes = JSONObject()
    attributes["displayName"] = name.display.map(JSON.string)
    return [
      "assertion": [
        "subject": ["nameId": .string(email ?? subject)],
        "attributeStatements": .object(attributes),
      ]
    ]
  }
}
