internal import EmuModel
internal import EmuStore

/// `accounts:delete`: the account of an ID token, or any account for an administrator.
enum Delete: WriteOperation {
  enum Prepared: Sendable {
    case owner(PresentedIDToken)
    case any(uid: String)
  }

  static func prepare(
    _ input: DeleteRequest, in context: OperationContext
  ) throws -> Prepared {
    if context.caller.isAdmin {
      return .any(uid: try input.localId.given(otherwise: .missingLocalID))
    }
    return .owner(try context.presented(idToken: ProfileInput.idToken(input.idToken)))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> DeleteResponse {
    switch prepared {
    case .any(let uid):
      try context.delete(context.user(uid: uid, store.reader), store)
    case .owner(let token):
      let user = try context.user(of: token, store.reader)
      guard context.project.allowsDeletion else {
        throw APIError.adminOnlyOperation
      }
      try context.checkRecentLogin(token, user: user)
      try context.delete(user, store)
    }
    return DeleteResponse()
  }
}
