internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension Project {
  /// Returns API keys, switches, configuration and providers in the format of a seed, without default
  /// values.
  func exportedSetup(_ reader: ReadTransaction) throws -> JSONObject {
    var document = JSONObject()
    let keys = try reader.apiKeys(of: self)
    if !keys.isEmpty { document["apiKeys"] = .array(keys.map(JSON.string)) }
    var settings: JSONObject = ["profile": .string(switches.profile.rawValue)]
    for (name, value) in switches.overrides.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      settings[name.rawValue] = .string(value.rawValue)
    }
    document["settings"] = .object(settings)
    let config = try JSONObject(self.config, without: Config.initial)
    if !config.isEmpty { document["config"] = .object(config) }
    let providers = try Self.exported(
      reader.providers(in: AccountScope(project: self, tenant: nil)))
    if !providers.isEmpty { document["providers"] = .object(providers) }
    return document
  }

  /// Returns every tenant in the format of a seed, sorted by id, without the values of an automatically
  /// created one.
  func exportedTenants(_ reader: ReadTransaction) throws -> [JSON] {
    try reader.tenantIDs(in: self, after: nil, limit: .max).compactMap { id in
      try reader.tenant(id, in: self, withProviders: true)
        .map { .object(try Self.exported($0)) }
    }
  }

  private static func exported(_ tenant: Tenant) throws -> JSONObject {
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
    let providers = try exported(tenant.providers)
    if !providers.isEmpty { document["providers"] = .object(providers) }
    return document
  }

  private static func exported(_ providers: [String: ProviderConfig]) throws -> JSONObject {
    var result = JSONObject()
    for (id, provider) in providers.sorted(by: { $0.key < $1.key }) {
      var document = JSONObject()
      for member in try JSONEncoding.tree(of: provider).sorted.object ?? JSONObject() {
        if member.value.array?.isEmpty != true { document[member.key] = member.value }
      }
      result[id] = .object(document)
    }
    return result
  }
}

extension JSONObject {
  /// Creates the sorted fields of a resource that differ from those of another one.
  init<Resource: StoredResource>(_ resource: Resource, without base: Resource) throws {
    let base = try JSONEncoding.tree(of: base).object ?? JSONObject()
    let tree = try JSONEncoding.tree(of: resource).object ?? JSONObject()
    self = JSON.object(tree.difference(from: base)).sorted.object ?? JSONObject()
  }

  /// Returns the members that differ from a base. A flag that only the base has is false.
  private func difference(from base: JSONObject) -> JSONObject {
    var result = JSONObject()
    for member in self where member.value != base[member.key] {
      guard let own = member.value.object, let other = base[member.key]?.object else {
        result[member.key] = member.value
        continue
      }
      result[member.key] = .object(own.difference(from: other))
    }
    for member in base where self[member.key] == nil {
      result[member.key] =
        member.value.object.map { .object(JSONObject().difference(from: $0)) } ?? false
    }
    return result
  }
}

extension JSON {
  /// The same document with sorted members.
  var sorted: JSON {
    switch self {
    case .object(let object):
      var members = JSONObject()
      for name in object.keys.sorted() { members[name] = object[name]?.sorted }
      return .object(members)
    case .array(let elements): return .array(elements.map(\.sorted))
    default: return self
    }
  }

  /// Returns the document with other texts; the names of members stay.
  func mapTexts(_ transform: (String) -> String) -> JSON {
    switch self {
    case .object(let object):
      var members = JSONObject()
      for member in object { members[member.key] = member.value.mapTexts(transform) }
      return .object(members)
    case .array(let elements): return .array(elements.map { $0.mapTexts(transform) })
    case .string(let text): return .string(transform(text))
    default: return self
    }
  }
}
