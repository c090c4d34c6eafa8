/// A person's consent to one client of an issuer.
package struct Consent: Sendable, Hashable {
  package var personKey: Int64
  package var clientID: String
  package var grantedAt: Timestamp
  /// The store's integer key; 0 before the grant is stored.
  package var key: Int64 = 0
  /// Nil while the consent remains.
  package var revokedAt: Timestamp?
  /// Every scope that was consented to on a sign-in page, separated by spaces.
  package var scope = ""

  package var isActive: Bool { revokedAt == nil }
}

extension Consent {
  package init(personKey: Int64, clientID: String, grantedAt: Timestamp) {
    self.init(personKey: personKey, clientID: clientID, grantedAt: grantedAt, key: 0)
  }
}

package struct AuthorizationCode: Sendable, Hashable {
  package var code: String
  package var consentKey: Int64
  package var clientID: String
  /// Nil for a native sign-in, whose code is exchanged without one.
  package var redirectURI: String?
  package var nonce: String?
  /// Separated by spaces.
  package var scope: String
  /// Claims that the mint call added or the request named, as JSON text.
  package var extraClaims: String?
  package var issuedAt: Timestamp
  package var expiresAt: Timestamp
  package var usedAt: Timestamp?
  /// The PKCE challenge; nil without one.
  package var challenge: CodeChallenge?
  /// The sign-in time of the person; nil for the time of the consent.
  package var authTime: Timestamp?
  /// True when the exchange returns a refresh token.
  package var isRenewable: Bool
  /// The id of the client's tenant; nil for a client of the project.
  package var tenant: String?
  /// The thumbprint of the key that the exchange must prove (RFC 9449 §10); nil for none.
  package var keyThumbprint: String?
}

extension AuthorizationCode {
  package init(
    code: String, consentKey: Int64, clientID: String, redirectURI: String? = nil,
    nonce: String? = nil, scope: String = "", extraClaims: String? = nil, issuedAt: Timestamp,
    expiresAt: Timestamp, challenge: CodeChallenge? = nil,
    authTime: Timestamp? = nil, isRenewable: Bool = true, tenant: String? = nil,
    keyThumbprint: String? = nil
  ) {
    self.init(
      code: code, consentKey: consentKey, clientID: clientID, redirectURI: redirectURI,
      nonce: nonce, scope: scope, extraClaims: extraClaims, issuedAt: issuedAt,
      expiresAt: expiresAt, usedAt: nil, challenge: challenge, authTime: authTime,
      isRenewable: isRenewable, tenant: tenant, keyThumbprint: keyThumbprint)
  }
}

package struct IssuerToken: Sendable, Hashable {
  package enum Kind: String, Sendable { case access, refresh }

  package var token: String
  package var kind: Kind
  package var consentKey: Int64
  package var clientID: String
  /// Separated by spaces.
  package var scope: String
  package var issuedAt: Timestamp
  /// Nil for tokens that live as long as the grant.
  package var expiresAt: Timestamp?
  package var revokedAt: Timestamp?
  /// The code that the token descends from, through every renewal; nil without one.
  package var family: String?
  /// The sign-in time of the person; nil for the time of the consent.
  package var authTime: Timestamp?
  /// The time at which a newer refresh token replaced this one.
  package var usedAt: Timestamp?
  /// OAuth 1.0a: the secret that signs requests with the token; nil for a bearer token.
  package var secret: String?
  /// The id of the client's tenant; nil for a client of the project.
  package var tenant: String?
  /// The thumbprint of the key that each use must prove (RFC 9449); nil for a bearer token.
  package var keyThumbprint: String?

  /// The time from issue to expiry; nil for tokens that live as long as the grant.
  package var lifetime: Duration? { expiresAt.map { $0.since(issuedAt) } }

  package var type: String { keyThumbprint == nil ? "Bearer" : "DPoP" }
}

extension IssuerToken {
  package init(
    token: String, kind: Kind, consentKey: Int64, clientID: String, scope: String = "",
    issuedAt: Timestamp, expiresAt: Timestamp? = nil, family: String? = nil,
    authTime: Timestamp? = nil, secret: String? = nil, tenant: String? = nil,
    keyThumbprint: String? = nil
  ) {
    self.init(
      token: token, kind: kind, consentKey: consentKey, clientID: clientID, scope: scope,
      issuedAt: issuedAt, expiresAt: expiresAt, revokedAt: nil, family: family, authTime: authTime,
      secret: secret, tenant: tenant, keyThumbprint: keyThumbprint)
  }
}
