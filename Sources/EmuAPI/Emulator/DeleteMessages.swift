internal import EmuStore

/// `DELETE /emulator/v1/projects/{project}/messages`: one message or all, with the codes that they carry.
enum DeleteMessages: WriteOperation {
  struct Input: Decodable, Sendable {
    /// The id of one message; every message without.
    var id: String?
  }
  struct Output: Codable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Output {
    let id = ProfileInput.given(input.id)
    let count = try store.deleteMessages(id, in: context.scope)
    if let id, count == 0 {
      throw APIError.invalidArgument(
        "id: there is no message \(id.prefix(64)). GET messages of the same project lists them.")
    }
    return Output()
  }
}
