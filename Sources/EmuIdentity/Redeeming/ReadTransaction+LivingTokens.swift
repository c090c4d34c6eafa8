package import EmuModel
package import EmuStore

package typealias TokenWithPerson = (token: IssuerToken, consent: Consent, person: Person)

extension ReadTransaction {
  /// Returns a token of an issuer, valid or not.
  package func issuerTokenWithPerson(
    _ text: String, of issuerID: String
  ) throws -> TokenWithPerson? {
    guard let token = try issuerToken(text), let consent = try consent(key: token.consentKey),
      let person = try person(key: consent.personKey), person.issuer == issuerID
    else { return nil }
    return (token, consent, person)
  }

  package func validToken(
    _ text: String, of issuerID: String, now: Timestamp
  ) throws -> TokenWithPerson? {
    guard let found = try issuerTokenWithPerson(text, of: issuerID),
      !found.token.isInvalid(at: now),
      found.token.usedAt == nil, found.consent.isActive
    else { return nil }
    return found
  }

  /// Returns a valid access token, the only kind that grants access by itself.
  package func validAccessToken(
    _ text: String, of issuerID: String, now: Timestamp
  ) throws -> TokenWithPerson? {
    let found = try validToken(text, of: issuerID, now: now)
    return found?.token.kind == .access ? found : nil
  }
}

extension IssuerToken {
  /// Returns true for a revoked or expired token.
  package func isInvalid(at now: Timestamp) -> Bool {
    revokedAt != nil || expiresAt.map { now >= $0 } ?? false
  }
}
