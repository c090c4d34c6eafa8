/// A project's configuration of a provider.
public struct SeedProvider: Sendable, Hashable {
  /// Such as `google.com` or `oidc.corp`.
  public var id: String
  /// True when users may sign in with it; the default is true.
  public var isEnabled: Bool?
  /// The OAuth client; of Apple the Services ID.
  public var clientId: String?
  /// The secret of the client.
  public var clientSecret: String?
  /// The issuer: `local` for the emulator's own, `production`, or an address.
  public var issuer: String?
  /// Apple: the apps whose tokens are accepted.
  public var bundleIds: [String] = []
  /// More members of the document, by their names.
  public var more: [String: JSONValue] = [:]

  /// A configuration.
  public init(
    _ id: String, clientId: String? = nil, clientSecret: String? = nil, bundleIds: [String] = [],
    issuer: String? = nil, isEnabled: Bool? = nil, more: [String: JSONValue] = [:]
  ) {
    self.id = id
    self.clientId = clientId
    self.clientSecret = clientSecret
    self.bundleIds = bundleIds
    self.issuer = issuer
    self.isEnabled = isEnabled
    self.more = more
  }

  var json: JSONValue {
    .members(
      [
        "enabled": .flag(isEnabled), "clientId": .text(clientId),
        "clientSecret": .text(clientSecret), "issuer": .text(issuer),
        "bundleIds": .texts(bundleIds),
      ], and: more)
  }
}
