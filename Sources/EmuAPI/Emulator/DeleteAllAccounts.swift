internal import EmuStore

/// `DELETE /emulator/v1/projects/{project}/accounts`: deletes every user of a project or tenant.
enum DeleteAllAccounts: WriteOperation {
  struct Input: Decodable, Sendable {}
  struct Output: Codable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Output {
    try store.deleteUsers(in: context.scope, of: context.services.store)
    return Output()
  }
}
