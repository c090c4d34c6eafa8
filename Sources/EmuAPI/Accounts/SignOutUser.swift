internal import EmuStore

/// `signOutUser` of v3: an app reports a sign-out.
///
/// The request has only an API key, so it ends no session.
enum SignOutUser: ReadOperation {
  struct Input: Decodable, Sendable {
    var localId: String?
    var instanceId: String?
  }

  struct Output: Codable, Sendable {
    var localId: String
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Output {
    let uid = try input.localId.given(otherwise: .missingLocalID)
    _ = try context.user(uid: uid, store)
    return Output(localId: uid)
  }
}
