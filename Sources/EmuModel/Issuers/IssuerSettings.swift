/// What a user has set of one of our issuers; what is nil is as the provider has it.
package struct IssuerSettings: Sendable, Hashable, Codable {
  /// The issuer string: `local`, `production`, or an address of its own, in which `{tenant}` may
  /// stand for a tenant's id.
  package var issuer: String?
  /// The algorithms that the issuer has keys of; the first signs by default.
  package var algorithms: [SigningAlgorithm]?
  package var idTokenLifetimeSeconds: Int64?
  package var accessTokenLifetimeSeconds: Int64?
  package var refreshTokenLifetimeSeconds: Int64?
  package var codeLifetimeSeconds: Int64?
  /// How far every time in a token lies from the emulator's clock.
  package var timeOffsetSeconds: Int64?
  /// Claims of every token, as JSON text; a null there takes a claim away.
  package var claims: String?
  /// Other names for claims, by the standard name.
  package var claimNames: [String: String]?
  /// What every token and answer shall have wrong, by name.
  package var defects: [String]?
  /// The issuer's own clients, beside those that projects have configured.
  package var clients: [IssuerClient]?
  /// Whether each renewal gives a new refresh token and spends the old one.
  package var rotatesRefreshTokens: Bool?
  /// Whether a code is asked for with a challenge or not at all (RFC 7636).
  package var requiresPKCE: Bool?

  package init() {}
}

/// A client that an issuer keeps, whichever project it works for.
package struct IssuerClient: Sendable, Hashable, Codable {
  package var clientID: String
  package var clientSecret: String?
  /// A JWK set, as JSON text.
  package var clientKeys: String?
  package var redirectURIs: [String]?
  package var postLogoutRedirectURIs: [String]?
  /// The one way in which it may show who it is, by its name in discovery; nil for any.
  package var authentication: String?

  private enum CodingKeys: String, CodingKey {
    case clientSecret, clientKeys, authentication
    case clientID = "clientId"
    case redirectURIs = "redirectUris"
    case postLogoutRedirectURIs = "postLogoutRedirectUris"
  }

  package init(clientID: String) { self.clientID = clientID }
}

extension IssuerClient {
  /// The client as a project would have configured it.
  package var config: ProviderConfig {
    ProviderConfig(
      clientID: clientID, clientSecret: clientSecret, redirectURIs: redirectURIs ?? [],
      postLogoutRedirectURIs: postLogoutRedirectURIs ?? [], clientKeys: clientKeys)
  }
}

extension IssuerSettings {
  /// The client of an id, if it is one of the issuer's own.
  package func client(_ id: String) -> IssuerClient? { clients?.first { $0.clientID == id } }
}
