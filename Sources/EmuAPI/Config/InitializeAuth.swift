internal import EmuStore

/// `POST v2/projects/{project}/identityPlatform:initializeAuth`: every project is ready from the start.
enum InitializeAuth: ReadOperation {
  struct Input: Decodable, Sendable {}
  struct Output: Encodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> Output { Output() }
}
