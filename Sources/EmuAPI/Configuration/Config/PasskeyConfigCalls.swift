internal import EmuModel
internal import EmuStore

/// `GET v2/projects/{project}/passkeyConfig`, and of a tenant.
enum GetPasskeyConfig: ReadOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> PasskeyConfig {
    context.project.passkeys.shown(in: context)
  }
}

/// `PATCH v2/projects/{project}/passkeyConfig?updateMask=…`, and of a tenant.
enum UpdatePasskeyConfig: WriteOperation {
  static func prepare(
    _ input: ResourceUpdate<PasskeyConfig>, in context: OperationContext
  ) throws -> MaskedUpdate<PasskeyConfig> {
    try input.update("passkey_config", in: context)
  }

  static func run(
    _ prepared: MaskedUpdate<PasskeyConfig>, in context: OperationContext,
    _ store: WriteTransaction
  ) throws -> PasskeyConfig {
    let services = context.services
    var project = try store.current(context.project)
    guard context.tenant != nil else {
      let passkeys = try prepared.applied(to: project.passkeys, in: context)
      project.config.passkeyConfig = passkeys
      try store.update(config: project.config, of: project, in: services.store)
      return passkeys.shown(in: context)
    }
    var tenant = try store.current(context.tenant, of: context.project)
    let passkeys = try prepared.applied(to: project.scoped(to: tenant).passkeys, in: context)
    tenant.config.passkeyConfig = passkeys
    try store.update(config: tenant.config, of: tenant, in: services.store)
    return passkeys.shown(in: context)
  }
}

extension PasskeyConfig {
  fileprivate func shown(in context: OperationContext) -> PasskeyConfig {
    var shown = self
    let tenant = context.tenant.map { "/tenants/\($0.id)" } ?? ""
    shown.name = "projects/\(context.project.id)\(tenant)/passkeyConfig"
    shown.expectedOrigins = expectedOrigins ?? []
    return shown
  }
}
