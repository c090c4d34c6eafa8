internal import EmuIdentity
internal import EmuModel

/// A tenant in a seed: an id, its providers, and fields of the Admin API's tenant. Absent fields are
/// not changed; in a new tenant everything is enabled.
struct TenantDocument: Decodable, Sendable {
  var id: String
  var providers: [String: ProviderConfig]?
  var config: TenantConfig

  private enum CodingKeys: String, CodingKey { case id, providers }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    providers = try container.decodeIfPresent([String: ProviderConfig].self, forKey: .providers)
    config = try TenantConfig(from: decoder)
  }

  func check(_ registry: ProviderRegistry) throws(DocumentError) {
    guard Project.isPlausible(id: id) else {
      throw DocumentError(field: "id", message: Tenant.idProblem)
    }
    try registry.check(providers ?? [:])
  }
}
