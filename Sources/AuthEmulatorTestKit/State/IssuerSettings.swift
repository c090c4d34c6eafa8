/// What a fake issuer does otherwise than its provider, by the names of the control API; nil leaves a
/// setting as it is.
public struct IssuerSettings: Sendable, Codable, Hashable {
  /// The issuer string: `local`, `production`, or an address, in which `{tenant}` stands for a tenant.
  public var issuer: String?
  /// The algorithms that it has keys of, such as `ES256`; the first signs.
  public var algorithms: [String]?
  /// How long ID tokens are valid.
  public var idTokenLifetimeSeconds: Int?
  /// How long access tokens are valid.
  public var accessTokenLifetimeSeconds: Int?
  /// How long refresh tokens are valid.
  public var refreshTokenLifetimeSeconds: Int?
  /// How long codes are valid.
  public var codeLifetimeSeconds: Int?
  /// How far the times in tokens are from the emulator's clock.
  public var timeOffsetSeconds: Int?
  /// Claims of every token; `null` removes one that the provider has.
  public var claims: [String: JSONValue]?
  /// Other names of claims, by the standard name.
  public var claimNames: [String: String]?
  /// What is wrong with every token.
  public var defects: [CredentialDefect]?
  /// Clients of its own, beside those that projects configure.
  public var clients: [IssuerClient]?
  /// Whether a renewal returns a new refresh token, and the old one ends.
  public var rotatesRefreshTokens: Bool?
  /// Whether a code requires a challenge (RFC 7636).
  public var requiresPKCE: Bool?

  /// No setting.
  public init() {}

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case issuer, algorithms, idTokenLifetimeSeconds, accessTokenLifetimeSeconds
    case refreshTokenLifetimeSeconds, codeLifetimeSeconds, timeOffsetSeconds, claims, claimNames
    case defects, clients, rotatesRefreshTokens, requiresPKCE
  }

  /// Every setting as the provider has it.
  static let none = JSONValue.object(
    Dictionary(uniqueKeysWithValues: CodingKeys.allCases.map { ($0.rawValue, .null) }))
}

/// A client of a fake issuer, whichever project it works for.
public struct IssuerClient: Sendable, Codable, Hashable {
  /// The id.
  public var clientId: String
  /// The secret; a client without one is public.
  public var clientSecret: String?
  /// A JWK set, for `private_key_jwt`.
  public var clientKeys: JSONValue?
  /// Where a sign-in may return to.
  public var redirectUris: [String]?
  /// Where a sign-out may return to.
  public var postLogoutRedirectUris: [String]?
  /// The one way in which it may authenticate, such as `client_secret_post`; any without.
  public var authentication: String?

  /// A client; members without a parameter are set on the value.
  public init(_ clientId: String, secret: String? = nil, redirectUris: [String]? = nil) {
    self.clientId = clientId
    clientSecret = secret
    self.redirectUris = redirectUris
  }
}
