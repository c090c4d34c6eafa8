internal import EmuModel
internal import EmuIdentity

/// A parsed seed document; ``Seed`` is the checked one.
struct SeedDocument: Decodable {
  var version: Int
  var projects: [String: ProjectDocument]?
  var issuers: [String: IssuerDocument]?

  struct ProjectDocument: Decodable, Sendable {
    var apiKeys: [String]?
    var settings: SwitchChange?
    var config: Config?
    var providers: [String: ProviderConfig]?
    var people: [String: [AccountDocument]]?
    var tenants: [TenantDocument]?
    var users: [UserDocument]?

    enum CodingKeys: CodingKey {
      case apiKeys, settings, config, providers, people, tenants, users
    }
  }

  /// An issuer: the people that all projects share, and its options.
  struct IssuerDocument: Decodable {
    var accounts: [AccountDocument]?
    var options: IssuerOptions?
  }
}
