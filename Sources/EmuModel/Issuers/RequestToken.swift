/// The temporary credentials of a sign-in by OAuth 1.0a (RFC 5849 §2).
package struct RequestToken: Sendable, Hashable {
  package var token: String
  package var secret: String
  /// By provider id.
  package var issuer: String
  package var clientID: String
  /// The id of the project whose people can sign in.
  package var project: String
  /// The id of the client's tenant; nil for a client of the project.
  package var tenant: String?
  /// The address of the redirect; `oob` where the person copies a number.
  package var callback: String
  package var expiresAt: Timestamp
  /// Proves the browser's return; nil until a person consents.
  package var verifier: String?
  /// The key of the consent, once given.
  package var consentKey: Int64?
  package var usedAt: Timestamp?

  /// The time in which the person must sign in.
  package static let lifetime: Duration = .seconds(900)

  /// The callback of an app that cannot be called back (RFC 5849 §2.1).
  package static let outOfBand = "oob"
}

extension RequestToken {
  package init(
    token: String, secret: String, issuer: String, clientID: String, project: String,
    callback: String, expiresAt: Timestamp, tenant: String? = nil
  ) {
    self.init(
      token: token, secret: secret, issuer: issuer, clientID: clientID, project: project,
      tenant: tenant, callback: callback, expiresAt: expiresAt, usedAt: nil)
  }
}

extension RequestToken {
  package enum Refusal: Sendable, Hashable {
    case unknown, expired, alreadyUsed, notAuthorized, consentRevoked, wrongVerifier
    case otherClient(String)
  }

  /// Checks a request token before its exchange for an access token.
  ///
  /// - Parameters:
  ///   - clients: the clients that may exchange it; nil when any may.
  ///   - allowsRepeat: accepts a token that was exchanged before.
  /// - Returns: nil when it may be exchanged.
  package static func refusal(
    of token: RequestToken, consent: Consent?, verifier: String?, clients: [String]?,
    allowsRepeat: Bool, now: Timestamp
  ) -> Refusal? {
    if let clients, !clients.contains(token.clientID) { return .otherClient(token.clientID) }
    if token.usedAt != nil, !allowsRepeat { return .alreadyUsed }
    if now >= token.expiresAt { return .expired }
    guard let expected = token.verifier, let consent else { return .notAuthorized }
    if !consent.isActive { return .consentRevoked }
    return verifier == expected ? nil : .wrongVerifier
  }
}

extension RequestToken.Refusal {
  /// The true reason, as a sentence.
  package var reason: String {
    switch self {
    case .unknown: "No issuer of this emulator made this oauth_token."
    case .expired: "The request token has expired; start again."
    case .alreadyUsed: "The request token was exchanged before."
    case .notAuthorized: "No person has consented to this request token yet."
    case .consentRevoked: "The person's consent was revoked after the sign-in."
    case .wrongVerifier: "oauth_verifier is not the one that the callback was given."
    case .otherClient(let client): "The request token was made for the client \(client)."
    }
  }
}

extension IssuerToken {
  /// Returns a new access token of OAuth 1.0a, with the secret that signs requests. It lives as
  /// long as the consent.
  package static func signing(
    _ consent: Consent, subject: String, scope: String, at now: Timestamp, _ ids: IDGenerator
  ) -> IssuerToken {
    IssuerToken(
      token: "\(subject)-\(ids.alphanumeric(40))", kind: .access, consentKey: consent.key,
      clientID: consent.clientID, scope: scope, issuedAt: now, authTime: now,
      secret: ids.alphanumeric(45))
  }
}
