package import EmuStore

/// `DELETE /emulator/v1/projects/{project}/accounts`: every user of a project or tenant.
package enum DeleteAllAccounts: WriteOperation {
  package struct Input: Decodable, Sendable {}
  package struct Output: Encodable, Sendable {}

  package static func run(
    _ input: Input, in context: OperationContext, _ store: Writer
  ) throws -> Output {
    try store.deleteUsers(in: context.scope)
    return Output()
  }
}
