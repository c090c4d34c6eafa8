package import EmuModel
package import EmuStore

/// An authorization code that may be exchanged, with its consent and person.
package struct RedeemableCode: Sendable {
  package let code: AuthorizationCode
  package let consent: Consent
  package let person: Person

  package enum Redirect: Sendable {
    /// The URI in the request, if any, which must be that of the code.
    case named(String?, isRequired: Bool)
    /// The URI of the code: the backend itself sent the browser to the issuer.
    case ofTheCode
  }

  /// Reads a code and checks it by the rules of an exchange; changes nothing.
  ///
  /// - Parameters:
  ///   - issuerID: the called issuer, by provider id.
  ///   - clients: the clients that may redeem the code; nil when any may.
  ///   - allowsRepeat: accepts a code that was exchanged before.
  package static func find(
    _ text: String, of issuerID: String, clients: [String]?, redirect: Redirect,
    allowsRepeat: Bool = false, now: Timestamp, _ reader: ReadTransaction
  ) throws -> Result<RedeemableCode, CodeRule.Refusal> {
    guard let code = try reader.authorizationCode(text),
      let consent = try reader.consent(key: code.consentKey),
      let person = try reader.person(key: consent.personKey)
    else { return .failure(.unknown) }
    guard person.issuer == issuerID else { return .failure(.otherIssuer(person.issuer)) }
    let (uri, isRequired) =
      switch redirect {
      case .named(let uri, let isRequired): (uri, isRequired)
      case .ofTheCode: (code.redirectURI, false)
      }
    let refusal = CodeRule.refusal(
      of: code, consent: consent, clients: clients, redirectURI: uri,
      requiresRedirectURI: isRequired, allowsRepeat: allowsRepeat, now: now)
    if let refusal { return .failure(refusal) }
    return .success(RedeemableCode(code: code, consent: consent, person: person))
  }

  package var authTime: Timestamp { code.authTime ?? consent.grantedAt }
}

extension CodeRule.Refusal: Error {}
