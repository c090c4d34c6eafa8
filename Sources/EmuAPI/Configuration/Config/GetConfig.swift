internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v2/projects/{project}/config`.
enum GetConfig: ReadOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    ConfigResource(context.project).shown(for: context.project, isRead: true)
  }
}

/// `PATCH v2/projects/{project}/config?updateMask=…`.
///
/// Without a mask the fields in the body are changed, so absent sections remain.
enum UpdateConfig: WriteOperation {
  static func prepare(
    _ input: ResourceInput, in context: OperationContext
  ) throws -> MaskedUpdate {
    try input.update(of: .config, "config", in: context)
  }

  static func run(
    _ prepared: MaskedUpdate, in context: OperationContext, _ store: WriteTransaction
  ) throws -> JSONObject {
    var project = try store.current(context.project, in: context.services.store)
    let original = project
    var resource = ConfigResource(project)
    try resource.take(prepared.mask, from: prepared.message, in: context)
    resource.apply(prepared.mask, to: &project.config, &project.switches)
    try context.checkTestNumbers(
      project.config.testPhoneNumbers, inPlaceOf: original.config.testPhoneNumbers)
    try store.update(config: project.config, of: project, in: context.services.store)
    if project.switches != original.switches {
      try store.update(switches: project.switches, of: project, in: context.services.store)
    }
    return ConfigResource(project).shown(for: project)
  }
}

/// `POST v2/projects/{project}/identityPlatform:initializeAuth`: has no effect, because every
/// project is initialized.
enum InitializeIdentityPlatform: ReadOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> EmptyMessage { EmptyMessage() }
}
