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
    let lookups = HashedLookup.all(of: user, in: scope)
    // Several users may share an address: who stores one decides.
    guard try areFree(lookups, in: scope, sharesEmails: true) else { throw Self.taken }
    let set = try accountSet(of: scope)
    try connection.run(.insertUser, values: Table.users.values(.integer(set), of: user))
    let key = connection.lastInsertRowID
    try add(lookups, of: key, in: scope)
    try update(linkedEmailsOf: user, key: key, from: nil, in: scope)
    for factor in user.secondFactors { try insert(factor, of: key) }
    if !user.passkeys.isEmpty {
      try update(passkeys: user.passkeys, from: [], ofUser: key, in: scope)
    }
    return key
  }

  /// Stores what changed in a user, links, second factors and passkeys included.
  package func update(_ user: User, from original: User, in scope: AccountScope) throws {
    guard user != original else { return }
    // Before the row changes: what another user has is looked for by the rows.
    if user.links != original.links || user.email != original.email {
      try update(lookupsOf: user, from: original, in: scope)
      try update(linkedEmailsOf: user, key: original.key, from: original, in: scope)
    }
    let changes = Table.users.changes(user)
    if changes != Table.users.changes(original) {
      try connection.run(.updateUser, values: changes + [.integer(original.key)])
      if user.lastLoginAt != original.lastLoginAt || user.lastRefreshAt != original.lastRefreshAt {
        try forgetActivity(ofUser: original.key)
      }
    }
    try replace(original.secondFactors, with: user.secondFactors, of: original.key)
    try update(
      passkeys: user.passkeys, from: original.passkeys, ofUser: original.key, in: scope)
  }

  package func delete(_ user: User, in scope: AccountScope) throws {
    try remove(lookupsOf: user, in: scope)
    var none = user
    none.links = []
    try update(linkedEmailsOf: none, key: user.key, from: user, in: scope)
    try connection.run("DELETE FROM users WHERE id = ?", .integer(user.key))
  }
}
