internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The configuration of a project in the format of a seed, without default values.
struct ExportedProject {
  let project: Project

  /// Returns API keys, switches, configuration and providers.
  func document(_ reader: ReadTransaction) throws -> JSONObject {
    var document = JSONObject()
    let keys = try reader.apiKeys(of: project)
    if !keys.isEmpty { document["apiKeys"] = .array(keys.map(JSON.string)) }
    document["settings"] = .object(switches)
    let config = try JSONObject(project.config, without: Config.initial)
    if !config.isEmpty { document["config"] = .object(config) }
    let providers = try Self.providers(
      reader.providers(in: AccountScope(project: project, tenant: nil)))
    if !providers.isEmpty { document["providers"] = .object(providers) }
    return document
  }

  private var switches: JSONObject {
    var switches: JSONObject = ["profile": .string(project.switches.profile.rawValue)]
    let overrides = project.switches.overrides.sorted { $0.key.rawValue < $1.key.rawValue }
    for (name, value) in overrides { switches[name.rawValue] = .string(value.rawValue) }
    return switches
  }

  static func providers(_ providers: [String: ProviderConfig]) throws -> JSONObject {
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
