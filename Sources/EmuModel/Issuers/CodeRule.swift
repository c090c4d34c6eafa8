/// The check of an authorization code before its exchange.
///
/// The issuers' token endpoint and the backend's exchange both use it, so that both reject alike.
package enum CodeRule {
  package enum Refusal: Sendable, Hashable {
    case unknown, expired, alreadyUsed, consentRevoked
    /// The provider whose issuer made the code. On the wire the code is an unknown one.
    case otherIssuer(String)
    case otherClient(String)
    /// The redirect URI of the exchange is another one.
    case redirectMismatch(String?)
  }

  /// - Parameters:
  ///   - clients: the clients that may redeem the code; nil when any may.
  ///   - redirectURI: the redirect URI of the exchange; nil without one.
  ///   - allowsRepeat: accepts a code that was exchanged before.
  /// - Returns: nil when the code may be exchanged.
  package static func refusal(
    of code: AuthorizationCode, consent: Consent, clients: [String]?, redirectURI: String?,
    requiresRedirectURI: Bool, allowsRepeat: Bool = false, now: Timestamp
  ) -> Refusal? {
    if let clients, !clients.contains(code.clientID) { return .otherClient(code.clientID) }
    if code.usedAt != nil, !allowsRepeat { return .alreadyUsed }
    if now >= code.expiresAt { return .expired }
    if !consent.isActive { return .consentRevoked }
    let fits =
      redirectURI == nil && !requiresRedirectURI ? true : redirectURI == code.redirectURI
    return fits ? nil : .redirectMismatch(redirectURI)
  }
}

/// The PKCE challenge that the exchange of a code must satisfy (RFC 7636 §4.2).
package struct CodeChallenge: Sendable, Hashable {
  package enum Method: String, Sendable, CaseIterable {
    case plain
    /// The verifier's SHA-256, base64url without padding.
    case s256 = "S256"
  }

  package var method: Method
  package var value: String

  package init(method: Method, value: String) {
    self.method = method
    self.value = value
  }
}
