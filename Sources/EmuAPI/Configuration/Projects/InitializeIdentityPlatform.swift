internal import EmuStore
internal import EmuWire

/// `POST v2/projects/{project}/identityPlatform:initializeAuth`: has no effect, because every
/// project is initialized.
enum InitializeIdentityPlatform: ReadOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> EmptyMessage { EmptyMessage() }
}
