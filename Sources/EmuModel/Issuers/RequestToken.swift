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
  /// The address of the redirect.
  package var callback: String
  package var expiresAt: Timestamp
  /// Proves the browser's return; nil until a person consents.
  package var verifier: String?
  /// The key of the consent, once given.
  package var consentKey: Int64?
  package var usedAt: Timestamp?

  /// The time in which the person must sign in.
  package static let lifetime: Duration = .seconds(900)
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

extension IssuerToken {
  /// Returns a new access token of OAuth 1.0a, with the secret that signs requests.
  ///
  /// - Parameter lifetime: nil for a token that lives as long as the consent.
  package static func signing(
    _ consent: Consent, subject: String, scope: String, at now: Timestamp,
    lifetime: Duration? = nil, tenant: String?, _ ids: IDGenerator
  ) -> IssuerToken {
    IssuerToken(
      token: "\(subject)-\(ids.alphanumeric(40))", kind: .access, consentKey: consent.key,
      clientID: consent.clientID, scope: scope, issuedAt: now,
      expiresAt: lifetime.map { now + $0 }, authTime: now, secret: ids.alphanumeric(45),
      tenant: tenant)
  }
}
