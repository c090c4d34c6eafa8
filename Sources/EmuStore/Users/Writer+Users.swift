package import EmuModel
internal import EmuSQLite

extension SQL {
  static let insertUser = Table.users.insert("set_id")
  fileprivate static let updateUser = Table.users.update(where: "id = ?")
}

extension Writer {
  /// Stores a new user with its links.
  ///
  /// - Returns: the user with its key.
  package func insert(_ user: User, in scope: AccountScope) throws -> User {
    var stored = user
    stored.key = try add(user, in: scope)
    stored.tenantID = scope.tenantID
    return stored
  }

  /// Stores a new user with all that belongs to it.
  ///
  /// - Returns: its key; keys grow.
  func add(_ user: User, in scope: AccountScope) throws -> Int64 {
    let set = try accountSet(of: scope)
    try connection.run(.insertUser, values: Table.users.values(.integer(set), of: user))
    let key = connection.lastInsertRowID
    for link in user.links { try insert(identity: link, ofUser: key, user.email, inSet: set) }
    for factor in user.secondFactors { try insert(factor, of: key) }
    if !user.passkeys.isEmpty {
      try update(passkeys: user.passkeys, from: [], ofUser: key, in: scope)
    }
    return key
  }

  /// Stores what changed in a user, links, second factors and passkeys included.
  package func update(_ user: User, from original: User, in scope: AccountScope) throws {
    guard user != original else { return }
    let changes = Table.users.changes(user)
    if changes != Table.users.changes(original) {
      try connection.run(.updateUser, values: changes + [.integer(original.key)])
    }
    try replace(original.secondFactors, with: user.secondFactors, of: original.key)
    try update(
      passkeys: user.passkeys, from: original.passkeys, ofUser: original.key, in: scope)
    try updateIdentities(of: user, from: original, in: scope)
  }

  /// Stores the moment of a sign-in or a refresh: the only columns that a returning user changes.
  package func touch(_ user: User) throws {
    try connection.run(
      "UPDATE users SET last_login_at = ?, last_refresh_at = ? WHERE id = ?",
      .integer(user.lastLoginAt?.milliseconds), .integer(user.lastRefreshAt?.milliseconds),
      .integer(user.key))
  }

  package func delete(_ user: User) throws {
    try connection.run("DELETE FROM users WHERE id = ?", .integer(user.key))
  }
}
