internal import EmuStore
internal import EmuWire

/// `POST v2/projects/{project}/identityPlatform:initializeAuth`: every project has everything here.
enum InitializeIdentityPlatform: ReadOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: Reader
  ) throws -> EmptyMessage { EmptyMessage() }
}
