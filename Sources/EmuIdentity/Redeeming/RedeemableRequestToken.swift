package import EmuModel
package import EmuStore

/// A request token of OAuth 1.0a that may be exchanged, with its consent and person (RFC 5849
/// §2.3).
package struct RedeemableRequestToken: Sendable {
  package let token: RequestToken
  package let consent: Consent
  package let person: Person

  package struct Refusal: Error {
    /// A sentence, which the wire does not contain.
    package let reason: String
  }

  /// Reads a request token and checks it by the rules of an exchange; changes nothing.
  ///
  /// - Parameters:
  ///   - issuerID: the called issuer, by provider id.
  ///   - clients: the clients that may redeem it; nil when any may.
  ///   - allowsRepeat: accepts a token that was exchanged before.
  package static func find(
    _ text: String, verifier: String?, of issuerID: String, clients: [String]?,
    allowsRepeat: Bool = false, now: Timestamp, _ reader: ReadTransaction
  ) throws -> Result<RedeemableRequestToken, Refusal> {
    func refused(_ reason: String) -> Result<RedeemableRequestToken, Refusal> {
      .failure(Refusal(reason: reason))
    }
    let unknown = "No issuer of this emulator made this oauth_token."
    guard let token = try reader.requestToken(text), token.issuer == issuerID else {
      return refused(unknown)
    }
    if let clients, !clients.contains(token.clientID) {
      return refused("The request token was made for the client \(token.clientID).")
    }
    if token.usedAt != nil, !allowsRepeat {
      return refused("The request token was exchanged before.")
    }
    if now >= token.expiresAt { return refused("The request token has expired; start again.") }
    guard let expected = token.verifier,
      let consent = try token.consentKey.flatMap({ try reader.consent(key: $0) })
    else { return refused("No person has consented to this request token yet.") }
    guard consent.isActive else {
      return refused("The person's consent was revoked after the sign-in.")
    }
    guard verifier == expected else {
      return refused("oauth_verifier is not the one that the callback was given.")
    }
    guard let person = try reader.person(key: consent.personKey) else { return refused(unknown) }
    return .success(RedeemableRequestToken(token: token, consent: consent, person: person))
  }

  /// Marks the request token as exchanged.
  package func spend(at now: Timestamp, _ writer: WriteTransaction) throws {
    var token = token
    token.usedAt = now
    try writer.update(token)
  }

  /// Exchanges it for an access token.
  ///
  /// - Parameter scope: the scope of a consent by OAuth 1.0a.
  package func redeem(
    scope: String, at now: Timestamp, _ ids: IDGenerator, _ writer: WriteTransaction
  ) throws -> IssuerToken {
    try spend(at: now, writer)
    let access = IssuerToken.signing(
      consent, subject: person.subject, scope: scope, at: now, tenant: token.tenant, ids)
    try writer.insert(access)
    return access
  }
}
