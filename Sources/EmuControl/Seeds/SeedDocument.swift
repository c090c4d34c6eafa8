internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// A seed document as it is written; ``Seed`` is what it means.
struct SeedDocument: Decodable {
  var version: Int
  var projects: [String: ProjectDocument]?
  var issuers: [String: IssuerDocument]?
}

extension SeedDocument {
  struct ProjectDocument: Decodable {
    var apiKeys: [String]?
    var settings: JSONObject?
    var config: ConfigDocument?
    var providers: [String: ProviderConfig]?
    var people: [String: [AccountDocument]]?
    var tenants: [TenantDocument]?
    var users: [UserDocument]?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case apiKeys, settings, config, providers, people, tenants, users
    }
  }

  /// One issuer: the people whom every project knows, and what the user has set of it.
  struct IssuerDocument: Decodable {
    var accounts: [AccountDocument]?
    var settings: IssuerSettingsDocument?
  }
}
