internal import EmuModel
internal import EmuStore

// Every creation and deletion of an account passes here, so each sends its event.

extension OperationContext {
  /// - Throws: `USER_LIST_EXCEEDS_LIMIT`.
  func checkLists(of user: User, from original: User?) throws(APIError) {
    guard let problem = user.listProblem(from: original) else { return }
    throw refused(.account, Reason(problem), as: .userListExceedsLimit(problem))
  }

  /// Checks that no other account has a unique value of a new or changed one.
  ///
  /// An address is unique here although a project lets identity providers repeat it.
  ///
  /// - Throws: `DUPLICATE_LOCAL_ID`, `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`,
  ///   `FEDERATED_USER_ID_ALREADY_LINKED`, `CREDENTIAL_ALREADY_IN_USE`.
  func checkIsFree(_ user: User, _ store: ReadTransaction) throws {
    var scope = scope
    scope.allowsDuplicateEmails = false
    guard let conflict = try store.conflicts(of: user, in: scope).first else { return }
    switch conflict.value {
    case .uid: throw APIError.duplicateLocalID
    case .email: throw APIError.emailExists
    case .phoneNumber: throw APIError.phoneNumberExists
    case .identity(_, let rawID):
      throw refused(
        .link, "The identity \(rawID) belongs to user \(user: conflict.owner.uid).",
        as: .federatedUserIDAlreadyLinked)
    case .passkey: throw APIError.passkeyExists
    }
  }

  /// Links an identity to a user, in place of another one of the same provider.
  ///
  /// - Throws: in production `PROVIDER_ALREADY_LINKED` for a second identity of a provider.
  func link(_ link: ProviderLink, to user: inout User) throws(APIError) {
    if let known = user.link(to: link.providerID), !known.rawID.isIdentical(to: link.rawID) {
      let reason: Reason =
        "User \(user: user) has another identity of \(provider: link.providerID)"
      guard !rules.singleIdentityPerProvider else {
        throw refused(.link, "\(reason).", as: .providerAlreadyLinked)
      }
      explain(.identityOfProvider, reason, otherwise: .providerAlreadyLinked)
    }
    user.upsert(link)
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
      "User \(user: user) is deleted, and its tokens are refused from now on."
        + (hasConsent
          ? " The person's consent at Apple stays: accounts:revokeToken ends it." : ""))
    if sendsEvent { send(.deleted, user, after: store) }
  }
}
