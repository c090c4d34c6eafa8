internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuWire

/// The configuration of a project in the format of a seed, without default values.
struct ExportedProject {
  private let project: Project

  init(_ project: Project) { self.project = project }

  /// Returns API keys, switches, configuration and providers.
  func document(_ reader: ReadTransaction) throws -> JSONObject {
    var document = JSONObject()
    let keys = try reader.apiKeys().filter { $0.value == project.id }.keys.sorted()
    if !keys.isEmpty { document["apiKeys"] = .array(keys.map(JSON.string)) }
    document["settings"] = .object(switches)
    let config = try config()
    if !config.isEmpty { document["config"] = .object(config) }
    let providers = try Self.providers(project.providers)
    if !providers.isEmpty { document["providers"] = .object(providers) }
    return document
  }

  private var switches: JSONObject {
    var switches: JSONObject = ["profile": .string(project.switches.profile.rawValue)]
    let overrides = project.switches.overrides.sorted { $0.key.rawValue < $1.key.rawValue }
    for (name, value) in overrides { switches[name.rawValue] = .string(value.rawValue) }
    return switches
  }

  private func config() throws -> JSONObject {
    let (config, usual) = (project.config, ProjectConfig())
    var result = JSONObject()
    func flag(_ value: Bool, _ usual: Bool, _ path: String..., isNegated: Bool = false) {
      if value != usual { result.put(.bool(value != isNegated), at: path[...]) }
    }
    flag(config.allowDuplicateEmails, usual.allowDuplicateEmails, "signIn", "allowDuplicateEmails")
    flag(
      config.anonymousSignInEnabled, usual.anonymousSignInEnabled, "signIn", "anonymous", "enabled")
    flag(config.passwordSignInEnabled, usual.passwordSignInEnabled, "signIn", "email", "enabled")
    let written = (try? JSON(parsing: config.document)) ?? .null
    // While e-mail is disabled, the document alone has the written flag.
    let isRequired = written["signIn"]?["email"]?["passwordRequired"]?.bool
    if !config.passwordSignInEnabled, let isRequired {
      result.put(.bool(isRequired), at: ["signIn", "email", "passwordRequired"])
    } else {
      flag(
        config.emailLinkSignInEnabled, usual.emailLinkSignInEnabled, "signIn", "email",
        "passwordRequired", isNegated: true)
    }
    flag(config.phoneSignInEnabled, usual.phoneSignInEnabled, "signIn", "phoneNumber", "enabled")
    if !config.testPhoneNumbers.isEmpty {
      result.put(
        .sorted(config.testPhoneNumbers), at: ["signIn", "phoneNumber", "testPhoneNumbers"])
    }
    flag(config.signUpDisabled, usual.signUpDisabled, "client", "permissions", "disabledUserSignup")
    flag(
      config.deletionDisabled, usual.deletionDisabled, "client", "permissions",
      "disabledUserDeletion")
    if let domains = config.authorizedDomains {
      result["authorizedDomains"] = .array(domains.map(JSON.string))
    }
    if let mfa = written["mfa"], mfa.object?.isEmpty == false { result["mfa"] = mfa.sorted }
    if written["emailPrivacyConfig"]?.object?.isEmpty == true { result["emailPrivacyConfig"] = [:] }
    try result.putShared(of: config, written)
    if let functions = written["blockingFunctions"], functions.object?.isEmpty == false {
      result["blockingFunctions"] = functions.sorted
    }
    if !config.serviceAccounts.isEmpty {
      result["serviceAccounts"] = try JSONEncoding.tree(of: config.serviceAccounts)
    }
    for name in ConfigDocument.keptNames { result[name] = written[name]?.sorted }
    return result
  }

  /// Returns the configurations of providers by id.
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
  /// Adds the values that projects and tenants have in the same format.
  mutating func putShared(of config: ProjectConfig, _ written: JSON) throws {
    if let regions = written["smsRegionConfig"], regions.object?.isEmpty == false {
      self["smsRegionConfig"] = regions.sorted
    }
    if let policy = config.passwordPolicy {
      self["passwordPolicyConfig"] =
        try written["passwordPolicyConfig"]?.sorted
        ?? JSONEncoding.tree(of: PasswordPolicyDocument(policy))
    }
    if let passkeys = config.passkeys {
      self["passkeyConfig"] = try JSONEncoding.tree(of: PasskeyConfigDocument(passkeys))
    }
  }

  /// Sets a value inside nested objects, which are created if missing.
  mutating func put(_ value: JSON, at path: ArraySlice<String>) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return self[first] = value }
    var inner = self[first]?.object ?? JSONObject()
    inner.put(value, at: path.dropFirst())
    self[first] = .object(inner)
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

  static func sorted(_ texts: [String: String]) -> JSON {
    var members = JSONObject()
    for name in texts.keys.sorted() { members[name] = texts[name].map(JSON.string) }
    return .object(members)
  }
}
