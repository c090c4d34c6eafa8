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

  /// Stores a new user, unless its uid, an identity or a passkey is another user's already: inserting
  /// finds that out, where a search before it would go through each index twice.
  ///
  /// - Returns: whether it was stored.
  package func insertIfFree(_ user: User, in scope: AccountScope) throws -> Bool {
    let set = try accountSet(of: scope)
    let key: Int64
    do { key = try addRow(of: user, in: set) } catch {
      guard error.code == .unique else { throw error }
      return false
    }
    do { try addParts(of: user, key, in: set, scope) } catch let error as DatabaseError
      where error.code == .unique
    {
      try connection.run("DELETE FROM users WHERE id = ?", .integer(key))
      return false
    }
    return true
  }

  /// Stores a new user with all that belongs to it.
  ///
  /// - Returns: its key; keys grow.
  func add(_ user: User, in scope: AccountScope) throws -> Int64 {
    let set = try accountSet(of: scope)
    let key = try addRow(of: user, in: set)
    try addParts(of: user, key, in: set, scope)
    return key
  }

  private func addRow(of user: User, in set: Int64) throws(DatabaseError) -> Int64 {
    try connection.run(.insertUser, values: Table.users.values(.integer(set), of: user))
    return connection.lastInsertRowID
  }

  /// Stores what other tables have of a new user.
  private func addParts(
    of user: User, _ key: Int64, in set: Int64, _ scope: AccountScope
  ) throws {
    for link in user.links { try insert(link, ofUser: key, user.email, inSet: set) }
    for factor in user.secondFactors { try insert(factor, of: key) }
    if !user.passkeys.isEmpty {
      try update(passkeys: user.passkeys, from: [], ofUser: key, in: scope)
    }
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
    try updateLinks(of: user, from: original, in: scope)
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
