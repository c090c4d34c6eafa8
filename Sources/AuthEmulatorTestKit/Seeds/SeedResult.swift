/// The changes of a seed.
public struct SeedResult: Sendable, Hashable, Decodable {
  /// Users that are new.
  public let created: Int
  /// Users that differ now.
  public let updated: Int
  /// Accounts and settings of issuers that are new or differ now.
  public let issuers: Int
  /// Configurations of providers that are new or differ now.
  public let providers: Int
  /// The number of projects whose keys, switches, configuration or tenants were added or changed.
  public let settings: Int

  static func byId(_ providers: [SeedProvider]) -> JSONValue? {
    providers.isEmpty
      ? nil : .object(Dictionary(providers.map { ($0.id, $0.json) }) { _, last in last })
  }
}
