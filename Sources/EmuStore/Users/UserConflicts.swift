package import EmuModel

/// The unique values of a user that other users of its project or tenant have.
package struct UserConflicts: Error, Sendable {
  package struct Conflict: Sendable {
    package var value: UniqueValue
    package var owner: User
  }

  /// At least one, in the order of the values.
  package var all: [Conflict]

  package func owner(of value: UniqueValue) -> User? { all.first { $0.value == value }?.owner }
}

extension ReadTransaction {
  /// Returns the unique values of a user that other users have.
  package func conflicts(
    of user: User, in scope: AccountScope
  ) throws -> [UserConflicts.Conflict] {
    try user.uniqueValues.compactMap { value in
      if case .email = value, scope.allowsDuplicateEmails { return nil }
      guard let owner = try self.user(with: value, in: scope), owner.key != user.key else {
        return nil
      }
      return UserConflicts.Conflict(value: value, owner: owner)
    }
  }

  /// Returns the user that has a unique value; the oldest of several with one address.
  package func user(with value: UniqueValue, in scope: AccountScope) throws -> User? {
    switch value {
    case .uid(let uid): try user(uid: uid, in: scope)
    case .email(let email): try user(email: email, in: scope)
    case .phoneNumber(let number): try user(phoneNumber: number, in: scope)
    case .identity(let provider, let rawID): try user(providerID: provider, rawID: rawID, in: scope)
    case .passkey(let id): try user(passkey: id, in: scope)
    }
  }
}
