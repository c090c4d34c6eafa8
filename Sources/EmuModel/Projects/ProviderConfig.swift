/// A project's configuration of one sign-in provider.
package struct ProviderConfig: Sendable, Hashable, Codable {
  package var enabled = true
  package var displayName: String?
  /// The OAuth client id; for Apple the Services ID.
  package var clientID: String?
  package var clientSecret: String?
  /// More accepted audiences, such as the client ids of native apps.
  package var additionalClientIDs: [String] = []
  /// Apple: the bundle ids whose native tokens are accepted.
  package var bundleIDs: [String] = []
  /// Apple: the key that signs the client secret when a code is exchanged.
  package var codeFlow: AppleCodeFlow?
  /// The issuer of accepted tokens, which also signs generated ones; nil for the built-in one.
  package var issuer: String?
  /// OpenID Connect: the response type of the redirect; nil for an ID token.
  package var responseType: ResponseType?
  package var saml: SAML?

  package struct ResponseType: Sendable, Hashable, Codable {
    package var idToken: Bool?
    package var code: Bool?
    /// Access tokens directly from the redirect; stored but unused.
    package var token: Bool?
  }

  /// Both sides of a SAML sign-in.
  package struct SAML: Sendable, Hashable, Codable {
    package var idpEntityId: String
    package var ssoUrl: String
    /// In PEM.
    package var x509Certificates: [String]
    package var signRequest: Bool?
    package var spEntityId: String
    package var callbackUri: String?

    package init(
      idpEntityId: String, ssoUrl: String, x509Certificates: [String], signRequest: Bool? = nil,
      spEntityId: String, callbackUri: String? = nil
    ) {
      self.idpEntityId = idpEntityId
      self.ssoUrl = ssoUrl
      self.x509Certificates = x509Certificates
      self.signRequest = signRequest
      self.spEntityId = spEntityId
      self.callbackUri = callbackUri
    }
  }
  /// The issuer's accepted redirect URIs after a sign-in; empty when any is accepted.
  package var redirectURIs: [String] = []
  /// The issuer's accepted redirect URIs after a sign-out; empty when any is accepted.
  package var postLogoutRedirectURIs: [String] = []
  /// The client's public keys, a JWK set as JSON text, for `private_key_jwt`.
  package var clientKeys: String?
  /// Microsoft: more of the app's registration.
  package var registration: AppRegistration?
  /// Apple: options of the built-in issuer where Apple's behavior has changed over time.
  package var appleIssuer: AppleIssuerOptions?

  package struct AppleCodeFlow: Sendable, Hashable, Codable {
    package var privateKey: String
    package var teamId: String
    package var keyId: String

    package init(teamId: String, keyId: String, privateKey: String) {
      self.teamId = teamId
      self.keyId = keyId
      self.privateKey = privateKey
    }
  }

  /// The names of the API, so that a seed reads like an Admin SDK call.
  fileprivate enum CodingKeys: String, CodingKey {
    case enabled, displayName, clientSecret, codeFlow, issuer, responseType, saml, clientKeys,
      registration
    case redirectURIs = "redirectUris"
    case postLogoutRedirectURIs = "postLogoutRedirectUris"
    case appleIssuer
    case clientID = "clientId"
    case additionalClientIDs = "additionalClientIds"
    case bundleIDs = "bundleIds"
  }
}

extension ProviderConfig {
  /// A configuration without any value.
  package static let empty = ProviderConfig()

  /// Every accepted redirect URI after a sign-in; empty when any is accepted.
  package var registeredRedirectURIs: [String] {
    redirectURIs + (registration?.spaRedirectUris ?? [])
  }

  /// Every accepted audience; empty when none is configured.
  package var audiences: [String] {
    (clientID.map { [$0] } ?? []) + bundleIDs + additionalClientIDs
  }
}

// Chosen by the synthesized conformance: absent members keep their defaults.
extension KeyedDecodingContainer<ProviderConfig.CodingKeys> {
  fileprivate func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decodeIfPresent(type, forKey: key) ?? true
  }

  fileprivate func decode(_ type: [String].Type, forKey key: Key) throws -> [String] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}
