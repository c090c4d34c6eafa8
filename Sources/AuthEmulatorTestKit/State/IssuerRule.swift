/// Claims and lifetimes that a fake issuer gives to the tokens of the requests that match.
///
/// ```swift
/// var rule = IssuerRule(match: .init(scope: "admin"), claims: ["role": "admin"])
/// rule.accessTokenLifetimeSeconds = 60
/// try await emulator.issuer("oidc.corp").set { $0.rules = [rule] }
/// ```
public struct IssuerRule: Sendable, Codable, Hashable {
  /// The conditions, all of which must hold; nil for any value.
  public struct Match: Sendable, Codable, Hashable {
    /// The client's id.
    public var clientId: String?
    /// One of the token's scopes.
    public var scope: String?
    /// One of the token's audiences; that of an ID token is the client.
    public var audience: String?
    /// The subject or the address of the person.
    public var user: String?

    /// The conditions.
    public init(
      clientId: String? = nil, scope: String? = nil, audience: String? = nil, user: String? = nil
    ) {
      self.clientId = clientId
      self.scope = scope
      self.audience = audience
      self.user = user
    }
  }

  /// A carrier of claims.
  public enum Target: String, Sendable, Codable, Hashable, CaseIterable {
    case idToken = "id_token"
    case accessToken = "access_token"
    case userInfo = "userinfo"
  }

  /// The conditions; nil for every request.
  public var match: Match?
  /// The carriers that get the claims; nil for all.
  public var targets: [Target]?
  /// The claims to add or replace; `null` removes one.
  public var claims: [String: JSONValue]?
  /// The lifetime of ID tokens, in seconds.
  public var idTokenLifetimeSeconds: Int?
  /// The lifetime of access tokens, in seconds.
  public var accessTokenLifetimeSeconds: Int?
  /// The lifetime of refresh tokens, in seconds.
  public var refreshTokenLifetimeSeconds: Int?

  /// A rule; the lifetimes are set on the value.
  public init(
    match: Match? = nil, claims: [String: JSONValue]? = nil, targets: [Target]? = nil
  ) {
    self.match = match
    self.claims = claims
    self.targets = targets
  }
}
