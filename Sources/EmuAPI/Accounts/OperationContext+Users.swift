internal import EmuModel
internal import EmuStore

// Every creation and deletion of an account passes here, so each sends its event.

extension OperationContext {
  /// Checks that no list of an account exceeds its limit.
  ///
  /// - Throws: `USER_LIST_EXCEEDS_LIMIT`.
  func checkLists(of user: User, from original: User?) throws(APIError) {
    guard let problem = user.listProblem(from: original) else { return }
    explain(.account, .refused, Reason(problem))
    throw .userListExceedsLimit(problem)
  }

  /// Stores a new account, and sends its event to functions.
  func insert(_ user: User, _ store: WriteTransaction) throws -> User {
    let stored = try store.insert(user, in: scope)
    send(.created, stored, after: store)
    return stored
  }

  /// Deletes an account, and sends its event to functions.
  ///
  /// - Parameter sendsEvent: false where production sends no event.
  func delete(_ user: User, sendsEvent: Bool = true, _ store: WriteTransaction) throws {
    try store.delete(user, in: scope)
    let hasConsent = user.links.contains { $0.providerID == RevokeToken.providerID }
    explain(
      .delete, .chose,
      "User \(user: user.uid) is deleted, and its tokens are refused from now on."
        + (hasConsent
          ? " The person's consent at Apple stays: accounts:revokeToken ends it." : ""))
    if sendsEvent { send(.deleted, user, after: store) }
  }
}
