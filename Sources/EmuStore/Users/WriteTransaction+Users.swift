package import EmuModel
internal import EmuSQLite

extension WriteTransaction {
  /// Stores a new user with all that belongs to it.
  ///
  /// - Returns: the user with its key; keys grow.
  /// - Throws: `StoreError` `conflict` where another user has one of its unique values.
  package func insert(_ user: User, in scope: AccountScope) throws -> User {
    var stored = user
    stored.key = try add(user, in: scope)
    stored.tenantID = scope.tenantID
    return stored
  }

  /// Stores a new user, or the changes of one, unless another user has one of its unique values.
  ///
  /// The insert of a new user itself detects that; a search before it would read each index twice. A
  /// savepoint would copy each page that the user changes, so a user that is stored in part is deleted
  /// again. For the changes of one, each value is searched first.
  ///
  /// - Parameters:
  ///   - existing: the user before the changes; nil for a new one.
  ///   - text: the text of a new user in the export folder that it is imported from.
  /// - Returns: the key of the user; keys grow.
  /// - Throws: ``UserConflicts``, and nothing is stored.
  @discardableResult
  package func store(
    _ user: User, over existing: User? = nil, importedFrom text: String? = nil,
    in scope: AccountScope
  ) throws -> Int64 {
    guard let existing else { return try storeNew(user, text, in: scope) }
    var user = user
    user.key = existing.key
    // Two users may share an address since the project allowed that.
    let conflicts = try reader.conflicts(of: user, in: scope).filter {
      if case .email(let email) = $0.value { email != existing.email } else { true }
    }
    guard conflicts.isEmpty else { throw UserConflicts(all: conflicts) }
    try update(user, from: existing, in: scope)
    return existing.key
  }

  private func storeNew(
    _ user: User, _ text: String?, in scope: AccountScope
  ) throws -> Int64 {
    let set = try accountSet(of: scope)
    var added: Int64?
    do {
      let key = try addRow(of: user, text, in: set, scope)
      added = key
      try addRows(of: user, key, in: set)
      return key
    } catch let error as DatabaseError where error.code == .unique {
      if let added { try connection.run("DELETE FROM users WHERE id = ?", added) }
      let conflicts = try reader.conflicts(of: user, in: scope)
      throw conflicts.isEmpty ? error : UserConflicts(all: conflicts)
    }
  }

  func add(
    _ user: User, importedFrom text: String? = nil, in scope: AccountScope
  ) throws -> Int64 {
    let set = try accountSet(of: scope)
    let key = try addRow(of: user, text, in: set, scope)
    try addRows(of: user, key, in: set)
    return key
  }

  private func addRow(
    of user: User, _ text: String?, in set: Int64, _ scope: AccountScope
  ) throws -> Int64 {
    let rank = try emailRank(of: user.email, in: set, scope)
    try connection.insert(user, into: .users, set, rank, text)
    return connection.lastInsertRowID
  }

  /// Stores the identities, second factors and passkeys of a user.
  private func addRows(of user: User, _ key: Int64, in set: Int64) throws {
    for link in user.links {
      try connection.insert(identity: link, ofUser: key, user.email, inSet: set)
    }
    try addKeys(user.secondFactors, user.passkeys, key, in: set)
  }

  private func addKeys(
    _ factors: [SecondFactor], _ passkeys: [Passkey], _ key: Int64, in set: Int64
  ) throws {
    for factor in factors { try connection.insert(factor, into: .secondFactors, key) }
    for passkey in passkeys { try connection.insert(passkey, into: .passkeys, key, set) }
  }

  /// Stores the changes of a user, including links, second factors and passkeys, and deletes the text
  /// that it was imported from.
  ///
  /// - Throws: `StoreError` `conflict` where another user has its address, its number, an identity or
  ///   a passkey.
  package func update(_ user: User, from original: User, in scope: AccountScope) throws {
    let set = try accountSet(of: scope)
    let hasNewEmail = Value.text(user.email) != Value.text(original.email)
    if hasNewEmail { try store(email: user.email, of: original, inSet: set, scope) }
    let changes = Table.users.changes(user)
    let hasNewColumns = changes != Table.users.changes(original)
    if hasNewColumns {
      try connection.run(Table.users.update, values: changes + [.integer(original.key)])
    }
    let hasNewFactors = !Table.secondFactors.areIdentical(
      user.secondFactors, original.secondFactors)
    if hasNewFactors {
      try connection.run("DELETE FROM second_factors WHERE user_id = ?", original.key)
      try addKeys(user.secondFactors, [], original.key, in: set)
    }
    let hasNewPasskeys = !Table.passkeys.areIdentical(user.passkeys, original.passkeys)
    if hasNewPasskeys {
      try connection.run("DELETE FROM passkeys WHERE user_id = ?", original.key)
      try addKeys([], user.passkeys, original.key, in: set)
    }
    try updateIdentities(of: user, from: original, inSet: set)
    // Equal texts may have different bytes.
    if hasNewEmail || hasNewColumns || hasNewFactors || hasNewPasskeys || user != original {
      try connection.run("UPDATE users SET file_text = NULL WHERE id = ?", original.key)
    }
  }

  /// Stores the last sign-in and refresh times, the only columns that a returning user changes.
  package func touch(_ user: User) throws {
    try connection.run(
      "UPDATE users SET last_login_at = ?, last_refresh_at = ?, file_text = NULL WHERE id = ?",
      user.lastLoginAt, user.lastRefreshAt, user.key)
  }

  package func delete(_ user: User, in scope: AccountScope) throws {
    try connection.run("DELETE FROM users WHERE id = ?", user.key)
    try moveUp(email: user.email, inSet: try accountSet(of: scope))
  }
}

// MARK: - Addresses

// The unique index of addresses includes a rank. It is 0, so that no two users have one address.
// If the scope allows duplicates, a user with another's address gets the next free rank.

extension WriteTransaction {
  private func emailRank(
    of email: String?, in set: Int64, _ scope: AccountScope
  ) throws -> Int64 {
    guard scope.allowsDuplicateEmails, let email else { return 0 }
    return try connection.value(
      "SELECT coalesce(max(email_rank) + 1, 0) FROM users WHERE set_id = ? AND email = ?", set,
      email) ?? 0
  }

  private func store(
    email: String?, of user: User, inSet set: Int64, _ scope: AccountScope
  ) throws {
    try connection.run(
      "UPDATE users SET email = ?, email_rank = ? WHERE id = ?", email,
      try emailRank(of: email, in: set, scope), user.key)
    try moveUp(email: user.email, inSet: set)
  }

  /// Assigns rank 0 to the first of the users that share an address, so that the index detects
  /// later duplicates.
  private func moveUp(email: String?, inSet set: Int64) throws {
    guard let email else { return }
    let first = try connection.first(
      "SELECT id, email_rank FROM users WHERE set_id = ? AND email = ? ORDER BY email_rank LIMIT 1",
      set, email
    ) { (id: $0.integer(0), rank: $0.integer(1)) }
    guard let first, first.rank > 0 else { return }
    try connection.run("UPDATE users SET email_rank = 0 WHERE id = ?", first.id)
  }
}
