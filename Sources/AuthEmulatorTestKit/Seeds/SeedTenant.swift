/// A tenant of a project.
public struct SeedTenant: Sendable, Hashable {
  /// The id.
  public var id: String
  /// The name.
  public var displayName: String?
  /// The configurations of its providers.
  public var providers: [SeedProvider] = []
  /// More members of the document, such as `["allowPasswordSignup": false]`. Omitted features of a
  /// new tenant are enabled.
  public var more: [String: JSONValue] = [:]

  /// A tenant.
  public init(
    _ id: String, displayName: String? = nil, providers: [SeedProvider] = [],
    more: [String: JSONValue] = [:]
  ) {
    self.id = id
    self.displayName = displayName
    self.providers = providers
    self.more = more
  }

  var json: JSONValue {
    .members(
      [
        "id": .string(id), "displayName": .text(displayName),
        "providers": SeedResult.byId(providers),
      ], and: more)
  }
}
