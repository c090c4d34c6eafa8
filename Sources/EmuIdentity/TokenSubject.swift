package import EmuJSON
package import EmuModel

/// The input of an ID token.
package struct TokenSubject: Sendable {
  package var person: Person
  package var clientID: String
  /// The `iss` of the token.
  package var issuer: String
  package var nonce: String?
  package var issuedAt: Timestamp
  package var expiresAt: Timestamp
  package var authTime: Timestamp
  /// `at_hash`, for a token that is sent with an access token.
  package var accessTokenHash: String?
  /// `c_hash`, for a token that is sent with a code.
  package var codeHash: String?
  /// True for the first authorization of the client in a native sign-in.
  package var isFirstNativeAuthorization = false
  /// A hash for ids that differ per client, as hexadecimal text of at least 64 digits.
  package var pairwiseSeed = ""
  /// The requested scopes; nil for all.
  package var scopes: Scopes?
  /// The project's configuration of the provider; nil without one.
  package var config: ProviderConfig?
}

extension TokenSubject {
  package func shares(_ scope: String) -> Bool { scopes?.names.contains(scope) ?? true }

  /// `iss`, `aud`, `sub`, `iat` and `exp`, which every provider sends.
  package var baseClaims: JSONObject {
    [
      "iss": .string(issuer), "aud": .string(clientID), "sub": .string(person.subject),
      "iat": .int(issuedAt.seconds), "exp": .int(expiresAt.seconds),
    ]
  }

  /// The claims of OpenID Connect Core §5.1 that the person has, over the base claims.
  package var standardClaims: JSONObject {
    var claims = baseClaims
    claims["auth_time"] = .int(authTime.seconds)
    claims.setText("nonce", nonce)
    claims.setText("at_hash", accessTokenHash)
    claims.setText("c_hash", codeHash)
    if let email = person.visibleEmail {
      claims["email"] = .string(email)
      claims["email_verified"] = .bool(person.emailVerified)
    }
    claims.setText("name", person.name.display)
    claims.setText("given_name", person.name.given)
    claims.setText("family_name", person.name.family)
    claims.setText("picture", person.picture)
    return claims
  }
}

extension JSONObject {
  /// Sets a text member; nil omits it.
  package mutating func setText(_ name: String, _ text: String?) {
    if let text { self[name] = .string(text) }
  }

  /// Copies every member of another object; a `null` there removes the member.
  package mutating func merge(_ other: JSONObject) {
    for member in other {
      self[member.key] = member.value.isNull ? Optional.none : member.value
    }
  }
}
