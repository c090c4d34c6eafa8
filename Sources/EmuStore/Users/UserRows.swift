package import EmuModel
internal import EmuSQLite

/// New users with all that belongs to them, as the rows that storing them takes.
///
/// They are made on any thread, and hold no object for a user: what is left to the writer's thread is to
/// hand each row to SQLite (ADR 0026).
package struct UserRows: Sendable {
  /// What a row is of. Those of a user follow the user's own.
  fileprivate enum Kind: UInt8 {
    case user, identity, factor, passkey
  }

  /// Indexes that a user without such a value has no entry in.
  struct Entries: OptionSet, Hashable {
    let rawValue: UInt8

    static let initialEmail = Entries(rawValue: 1)
    static let phoneNumber = Entries(rawValue: 2)
    static let otherEmail = Entries(rawValue: 4)
    static let passkey = Entries(rawValue: 8)
  }

  fileprivate var rows: PackedRows
  /// What some of the users have.
  private(set) var entries: Entries = []

  /// - Parameter count: how many users are expected.
  package init(capacity count: Int = 0) { rows = PackedRows(capacity: count * 384) }

  package mutating func append(_ user: User) {
    if user.initialEmail != nil { entries.insert(.initialEmail) }
    if user.phoneNumber != nil { entries.insert(.phoneNumber) }
    begin(.user)
    Table.users.pack(user, into: &rows)
    for link in user.links {
      let other = link.otherEmail(than: user.email)
      if other != nil { entries.insert(.otherEmail) }
      begin(.identity)
      other.pack(into: &rows)
      Table.identities.pack(link, into: &rows)
    }
    for factor in user.secondFactors {
      begin(.factor)
      Table.secondFactors.pack(factor, into: &rows)
    }
    for passkey in user.passkeys {
      entries.insert(.passkey)
      begin(.passkey)
      Table.passkeys.pack(passkey, into: &rows)
    }
  }

  /// Forgets the users and keeps the memory.
  package mutating func removeAll() {
    rows.removeAll()
    entries = []
  }

  private mutating func begin(_ kind: Kind) { rows.beginRow(kind.rawValue) }
}

extension UserRows {
  /// The user that is stored next.
  package struct Cursor {
    fileprivate var rows: PackedRows.Cursor
    let entries: Entries

    package init(_ users: UserRows) {
      rows = PackedRows.Cursor(users.rows)
      entries = users.entries
    }

    fileprivate var kind: Kind? { rows.nextRow.flatMap(Kind.init) }

    /// Steps over the rows of the next user.
    package mutating func skipUser() {
      rows.skipRow()
      skipParts()
    }

    /// Steps over what is left of a user's rows.
    fileprivate mutating func skipParts() {
      while let kind, kind != .user { rows.skipRow() }
    }
  }
}

extension Writer {
  /// Stores the next of packed users with all that belongs to it.
  ///
  /// - Returns: its key; keys grow.
  func add(_ users: inout UserRows.Cursor, in scope: AccountScope) throws -> Int64 {
    let set = try accountSet(of: scope)
    let key = try addUser(&users, in: set)
    try addParts(&users, of: key, in: set)
    return key
  }

  /// Stores the next of packed users, unless its uid, an identity or a passkey is another user's already:
  /// inserting finds that out, where a search before it would go through each index twice.
  ///
  /// - Returns: whether it was stored. The cursor stands behind the user's rows in any case.
  package func addIfFree(
    _ users: inout UserRows.Cursor, in scope: AccountScope
  ) throws -> Bool {
    let set = try accountSet(of: scope)
    let key: Int64
    do { key = try addUser(&users, in: set) } catch {
      guard error.code == .unique else { throw error }
      users.skipUser()
      return false
    }
    do { try addParts(&users, of: key, in: set) } catch {
      guard error.code == .unique else { throw error }
      users.skipParts()
      try connection.run("DELETE FROM users WHERE id = ?", .integer(key))
      return false
    }
    return true
  }

  private func addUser(
    _ users: inout UserRows.Cursor, in set: Int64
  ) throws(DatabaseError) -> Int64 {
    precondition(users.kind == .user, "there is no further user")
    try connection.run(.insertUser, set, then: &users.rows)
    return connection.lastInsertRowID
  }

  /// Stores what other tables have of a user.
  private func addParts(
    _ users: inout UserRows.Cursor, of key: Int64, in set: Int64
  ) throws(DatabaseError) {
    while let kind = users.kind, kind != .user {
      switch kind {
      case .user: break
      case .identity: try connection.run(.insertIdentity, key, set, then: &users.rows)
      case .factor: try connection.run(.insertFactor, key, then: &users.rows)
      case .passkey: try connection.run(.insertPasskey, key, set, then: &users.rows)
      }
    }
  }
}
