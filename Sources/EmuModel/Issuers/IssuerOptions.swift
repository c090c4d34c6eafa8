package import EmuJSON

/// A user's options of a built-in issuer; nil members have the provider's default.
///
/// `PATCH issuers/{id}`, seeds, exports and the table of issuers write this type.
package struct IssuerOptions: Sendable, Hashable, Codable {
  /// The issuer string: `local`, `production`, or a custom address, in which `{tenant}` is replaced
  /// by a tenant's id.
  package var issuer: String?
  /// The algorithms that the issuer has keys of, by their `alg`; the first signs by default.
  package var algorithms: [String]?
  package var idTokenLifetimeSeconds: Int64?
  package var accessTokenLifetimeSeconds: Int64?
  package var refreshTokenLifetimeSeconds: Int64?
  package var codeLifetimeSeconds: Int64?
  /// The offset of every time in a token from the emulator's clock, in seconds.
  package var timeOffsetSeconds: Int64?
  /// Claims of every token; null removes a claim.
  package var claims: JSONObject?
  /// Other names for claims, by the standard name.
  package var claimNames: [String: String]?
  /// The names of the defects of every token and response.
  package var defects: [String]?
  /// The issuer's own clients, in addition to those that projects have configured.
  package var clients: [IssuerClient]?
  /// True when each refresh returns a new refresh token and invalidates the old one.
  package var rotatesRefreshTokens: Bool?
  /// True when an authorization request must have a PKCE challenge (RFC 7636).
  package var requiresPKCE: Bool?
  /// True when an authorization request must be pushed before (RFC 9126).
  package var requiresPushedRequests: Bool?
  /// True when a token request must have a proof of a key (RFC 9449).
  package var requiresDPoP: Bool?
  /// True when each such proof must have a nonce of the issuer.
  package var requiresDPoPNonce: Bool?
  /// Claims and lifetimes of the tokens of single requests, in the order in which they apply.
  package var rules: [IssuerRule]?

  package init() {}
}

/// A client registered at an issuer, for any project.
package struct IssuerClient: Sendable, Hashable, Codable {
  package var clientId: String
  package var clientSecret: String?
  /// A JWK set, as an object or as its text.
  package var clientKeys: JSON?
  package var redirectUris: [String]?
  package var postLogoutRedirectUris: [String]?
  /// The only accepted authentication method, by its name in discovery; nil for any.
  package var authentication: String?
}

extension IssuerClient {
  /// The client as a project would have configured it.
  package var config: ProviderConfig {
    ProviderConfig(
      clientID: clientId, clientSecret: clientSecret, redirectURIs: redirectUris ?? [],
      postLogoutRedirectURIs: postLogoutRedirectUris ?? [],
      clientKeys: clientKeys.map { $0.string ?? $0.serialized() })
  }
}

extension IssuerOptions {
  package func client(_ id: String) -> IssuerClient? { clients?.first { $0.clientId == id } }
}

/// A client authentication method (RFC 6749 §2.3, RFC 7523 §2.2), by its name in discovery.
package enum ClientAuthentication: String, Sendable, CaseIterable {
  case basic = "client_secret_basic"
  case post = "client_secret_post"
  /// A token sealed with the client's secret.
  case secretToken = "client_secret_jwt"
  /// A token that the client's own key signed.
  case privateKey = "private_key_jwt"
  /// A public client, which only names itself.
  case none
}
