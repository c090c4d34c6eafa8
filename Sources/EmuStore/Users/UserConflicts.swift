package import EmuModel

/// The unique values of a user that other users of its project or tenant have.
package struct UserConflicts: Error, Sendable {
  /// A unique value, with the user that has it.
  package struct Conflict: Sendable {
    package enum Field: Sendable, Hashable {
      case uid, email, phoneNumber
      case identity(ProviderLink)
      case passkey(Passkey)
    }

    package var field: Field
    package var owner: User
  }

  /// At least one, in the order of the fields.
  package var all: [Conflict]
}

extension ReadTransaction {
  /// Returns the unique values of a user that other users have.
  package func conflicts(
    of user: User, in scope: AccountScope
  ) throws -> [UserConflicts.Conflict] {
    var conflicts: [UserConflicts.Conflict] = []
    func add(_ field: UserConflicts.Conflict.Field, _ owner: User?) {
      guard let owner, owner.key != user.key else { return }
      conflicts.append(UserConflicts.Conflict(field: field, owner: owner))
    }
    add(.uid, try self.user(uid: user.uid, in: scope))
    if let email = user.email, !scope.allowsDuplicateEmails {
      add(.email, try self.user(email: email, in: scope))
    }
    if let number = user.phoneNumber {
      add(.phoneNumber, try self.user(phoneNumber: number, in: scope))
    }
    for link in user.links {
      let owner = try self.user(providerID: link.providerID, rawID: link.rawID, in: scope)
      add(.identity(link), owner)
    }
    for passkey in user.passkeys {
      add(.passkey(passkey), try self.user(passkey: passkey.credentialID, in: scope))
    }
    return conflicts
  }
}
