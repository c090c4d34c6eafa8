package import EmuModel
package import EmuStore

/// A request token of OAuth 1.0a that may be exchanged, with its consent and person (RFC 5849
/// §2.3).
package struct RedeemableRequestToken: Sendable {
  package let token: RequestToken
  package let consent: Consent
  package let person: Person

  /// Reads a request token and checks it by the rules of an exchange; changes nothing.
  ///
  /// - Parameters:
  ///   - issuerID: the called issuer, by provider id.
  ///   - clients: the clients that may redeem it; nil when any may.
  ///   - allowsRepeat: accepts a token that was exchanged before.
  package static func find(
    _ text: String, verifier: String?, of issuerID: String, clients: [String]?,
    allowsRepeat: Bool = false, now: Timestamp, _ reader: ReadTransaction
  ) throws -> Result<RedeemableRequestToken, RequestToken.Refusal> {
    guard let token = try reader.requestToken(text), token.issuer == issuerID else {
      return .failure(.unknown)
    }
    let consent = try token.consentKey.flatMap { try reader.consent(key: $0) }
    let refusal = RequestToken.refusal(
      of: token, consent: consent, verifier: verifier, clients: clients,
      allowsRepeat: allowsRepeat, now: now)
    guard refusal == nil, let consent,
      let person = try reader.person(key: consent.personKey)
    else { return .failure(refusal ?? .unknown) }
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
    var access = IssuerToken.signing(
      consent, subject: person.subject, scope: scope, at: now, ids)
    access.tenant = token.tenant
    try writer.insert(access)
    return access
  }
}

extension RequestToken.Refusal: Error {}
