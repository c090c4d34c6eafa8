internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuWire

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
    if mask.touches("rpId") { config.relyingPartyID = update["rpId"]?.string ?? "" }
    if mask.touches("expectedOrigins") {
      config.expectedOrigins = update["expectedOrigins"]?.array?.compactMap(\.string) ?? []
    }
    let document = PasskeyConfigDocument(config)
    do throws(DocumentError) {
      try document.check("passkeyConfig")
    } catch {
      throw .invalidConfig("\(error.field): \(error.message).")
    }
    return document.config
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
