internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension Shape {
  /// `GoogleCloudIdentitytoolkitAdminV2PasskeyConfig`.
  static let passkeyConfig = Shape(
    ["rpId": .text, "expectedOrigins": .list(.text)], outputOnly: ["name": .text])
}

/// A project's or tenant's passkey configuration as the API shows it.
enum PasskeyConfigResource {
  static func shown(_ config: PasskeyConfig, in context: OperationContext) -> JSONObject {
    let parent =
      "projects/\(context.project.id)" + (context.tenant.map { "/tenants/\($0.id)" } ?? "")
    return [
      "name": .string("\(parent)/passkeyConfig"), "rpId": .string(config.relyingPartyID),
      "expectedOrigins": .array(config.expectedOrigins.map { .string($0) }),
    ]
  }

  /// Returns the configuration with the masked fields of an update.
  ///
  /// - Throws: `INVALID_CONFIG`.
  static func changed(
    _ config: PasskeyConfig, _ mask: FieldMask, _ update: JSONObject
  ) throws(APIError) -> PasskeyConfig {
    var config = config
    if mask.touches("rpId") {
      let id = update["rpId"]?.string ?? ""
      guard isDomain(id) else {
        throw .invalidConfig("rpId must be a domain, such as example.com or localhost.")
      }
      config.relyingPartyID = id.lowercased()
    }
    if mask.touches("expectedOrigins") {
      config.expectedOrigins = update["expectedOrigins"]?.array?.compactMap(\.string) ?? []
      guard config.expectedOrigins.allSatisfy({ $0.contains(":") && $0.utf8.count <= 2048 })
      else {
        throw .invalidConfig(
          "expectedOrigins are origins, such as https://example.com or android:apk-key-hash:….")
      }
    }
    return config
  }

  private static func isDomain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix(".") && !text.hasSuffix(".")
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
  }
}

/// `GET v2/projects/{project}/passkeyConfig`, and of a tenant.
enum GetPasskeyConfig: ReadOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    PasskeyConfigResource.shown(context.passkeys, in: context)
  }
}

/// `PATCH v2/projects/{project}/passkeyConfig?updateMask=…`, and of a tenant.
enum UpdatePasskeyConfig: WriteOperation {
  static func prepare(
    _ input: ResourceInput, in context: OperationContext
  ) throws -> MaskedUpdate {
    try input.update(of: .passkeyConfig, "passkey_config", in: context)
  }

  static func run(
    _ prepared: MaskedUpdate, in context: OperationContext, _ store: WriteTransaction
  ) throws -> JSONObject {
    let services = context.services
    let project = try store.current(context.project, in: services.store)
    if context.tenant != nil {
      var tenant = try store.current(context.tenant, of: context.project)
      let config = try PasskeyConfigResource.changed(
        tenant.config.signIn.passkeys ?? project.config.passkeys ?? .local, prepared.mask,
        prepared.message)
      tenant.config.signIn.passkeys = config
      try store.update(config: tenant.config, of: tenant, in: services.store)
      return PasskeyConfigResource.shown(config, in: context)
    }
    var config = project.config
    let passkeys = try PasskeyConfigResource.changed(
      config.passkeys ?? .local, prepared.mask, prepared.message)
    config.passkeys = passkeys
    try store.update(config: config, of: project, in: services.store)
    return PasskeyConfigResource.shown(passkeys, in: context)
  }
}
