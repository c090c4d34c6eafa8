internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A tenant in the format of a seed, without the values of an automatically created tenant.
enum ExportedTenant {
  /// Returns every tenant of a project, sorted by id.
  static func all(of project: Project, _ reader: ReadTransaction) throws -> [JSON] {
    try reader.tenantIDs(in: project, after: nil, limit: .max).compactMap { id in
      try reader.tenant(id, in: project, withProviders: true)
        .map { .object(try document(of: $0)) }
    }
  }

  private static func document(of tenant: Tenant) throws -> JSONObject {
    var base = TenantConfig.everythingEnabled
    base.mfaConfig = nil
    var document: JSONObject = ["id": .string(tenant.id)]
    for member in try JSONObject(tenant.config, without: base) {
      document[member.key] = member.value
    }
    // The second factors of a new tenant are replaced as a whole.
    let factors = tenant.config.mfaConfig
    if factors == TenantConfig.everythingEnabled.mfaConfig { document["mfaConfig"] = nil }
    if factors == nil { document["mfaConfig"] = [:] }
    let providers = try ExportedProject.providers(tenant.providers)
    if !providers.isEmpty { document["providers"] = .object(providers) }
    return document
  }
}
