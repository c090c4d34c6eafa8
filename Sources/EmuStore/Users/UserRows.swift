package import EmuModel
internal import EmuSQLite

/// New users with all that belongs to them, as the rows that storing them takes.
///
/// They are made on any thread, and hold no object for a user: what is left to the writer's thread is to
/// hand each row to SQLite (ADR 0026).
package struct UserRows: Sendable {
  /// What a row is of. Those of a user follow the user's own.
  fileprivate enum Kind: UInt8 {
    case user, identity, linkedEmail, factor, passkey
  }

  /// Indexes that a user without such a value has no entry in.
  struct Entries: OptionSet, Hashable {
    let rawValue: UInt8

    static let initialEmail = Entries(rawValue: 1)
    static let phoneNumber = Entries(rawValue: 2)
    static let passkey = Entries(rawValue: 4)
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
      begin(.identity)
      rows.append(link.providerID)
      rows.append(link.rawID)
      guard let other = link.otherEmail(than: user.email) else { continue }
      begin(.linkedEmail)
      rows.append(other)
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
      while let kind, kind != .user { rows.skipRow() }
    }
  }
}

extension Writer {
  /// Stores the next of packed users with all that belongs to it, but for what leads to it.
  ///
  /// - Parameter identities: takes its identities; nil to step over them.
  /// - Returns: its key; keys grow.
  func addRows(
    _ users: inout UserRows.Cursor, in set: Int64, identities: SQL?
  ) throws(DatabaseError) -> Int64 {
    precondition(users.kind == .user, "there is no further user")
    try connection.run(.insertUser, set, then: &users.rows)
    let key = connection.lastInsertRowID
    while let kind = users.kind, kind != .user {
      switch kind {
      case .user: break
      case .identity:
        guard let identities else {
          users.rows.skipRow()
          continue
        }
        try connection.run(identities, set, key, then: &users.rows)
      case .linkedEmail: try connection.run(.insertLinkedEmail, set, key, then: &users.rows)
      case .factor: try connection.run(.insertFactor, key, then: &users.rows)
      case .passkey: try connection.run(.insertPasskey, key, set, then: &users.rows)
      }
    }
    return key
  }

  /// Stores a user, unless another one has its uid, an identity or, where users do not share them, its address.
  ///
  /// - Parameter users: stands before the user's rows, and behind them afterwards in any case.
  /// - Returns: whether it was stored.
  package func addIfFree(
    _ user: User, _ users: inout UserRows.Cursor, sharesEmails: Bool, in scope: AccountScope
  ) throws -> Bool {
    let lookups = HashedLookup.all(of: user, in: scope)
    guard try areFree(lookups, in: scope, sharesEmails: sharesEmails) else {
      users.skipUser()
      return false
    }
    let key = try addRows(&users, in: try accountSet(of: scope), identities: nil)
    try add(lookups, of: key, in: scope)
    return true
  }
}
