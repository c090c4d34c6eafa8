/// The options of a fake issuer that differ from its provider's behavior, by the names of the
/// control API; nil does not change a setting.
public struct IssuerOptions: Sendable, Codable, Hashable {
  /// The issuer string: `local`, `production`, or an address, in which `{tenant}` is replaced by a
  /// tenant.
  public var issuer: String?
  /// The algorithms that it has keys of, such as `ES256`; the first signs.
  public var algorithms: [String]?
  /// The lifetime of ID tokens, in seconds.
  public var idTokenLifetimeSeconds: Int?
  /// The lifetime of access tokens, in seconds.
  public var accessTokenLifetimeSeconds: Int?
  /// The lifetime of refresh tokens, in seconds.
  public var refreshTokenLifetimeSeconds: Int?
  /// The lifetime of codes, in seconds.
  public var codeLifetimeSeconds: Int?
  /// The offset of the times in tokens from the emulator's clock, in seconds.
  public var timeOffsetSeconds: Int?
  /// Claims of every token; `null` removes one that the provider has.
  public var claims: [String: JSONValue]?
  /// Other names of claims, by the standard name.
  public var claimNames: [String: String]?
  /// The defects of every token.
  public var defects: [CredentialDefect]?
  /// Its clients, in addition to those that projects configure.
  public var clients: [IssuerClient]?
  /// True when a refresh returns a new refresh token, and the old one becomes invalid.
  public var rotatesRefreshTokens: Bool?
  /// True when a code requires a challenge (RFC 7636).
  public var requiresPKCE: Bool?
  /// True when an authorization request must be pushed before (RFC 9126); `oidc.*` only.
  public var requiresPushedRequests: Bool?
  /// True when a token request must have a proof of a key (RFC 9449); `oidc.*` only.
  public var requiresDPoP: Bool?
  /// True when each such proof must have a nonce of the issuer; `oidc.*` only.
  public var requiresDPoPNonce: Bool?
  /// Claims and lifetimes of the tokens of single requests, in the order in which they apply.
  public var rules: [IssuerRule]?

  /// No setting.
  public init() {}
}

/// A client of a fake issuer, whichever project it works for.
public struct IssuerClient: Sendable, Codable, Hashable {
  /// The id.
  public var clientId: String
  /// The secret; a client without one is public.
  public var clientSecret: String?
  /// A JWK set, for `private_key_jwt`.
  public var clientKeys: JSONValue?
  /// The accepted redirect URIs of a sign-in.
  public var redirectUris: [String]?
  /// The accepted redirect URIs of a sign-out.
  public var postLogoutRedirectUris: [String]?
  /// The only authentication method, such as `client_secret_post`; nil for any.
  public var authentication: String?

  /// A client; members without a parameter are set on the value.
  public init(_ clientId: String, secret: String? = nil, redirectUris: [String]? = nil) {
    self.clientId = clientId
    clientSecret = secret
    self.redirectUris = redirectUris
  }
}
