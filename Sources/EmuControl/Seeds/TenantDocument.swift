internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// A tenant in a seed: an id, its providers, and fields of the Admin API's tenant. Absent fields are
/// not changed; in a new tenant everything is enabled.
struct TenantDocument: Decodable, Sendable {
  var id: String
  var providers: [String: ProviderConfig]?
  @InPlace var config: TenantConfig

  func check(_ registry: ProviderRegistry) throws(DocumentError) {
    guard Project.isPlausible(id: id) else {
      throw DocumentError(field: "id", message: Tenant.idProblem)
    }
    try registry.check(providers ?? [:])
  }
}
