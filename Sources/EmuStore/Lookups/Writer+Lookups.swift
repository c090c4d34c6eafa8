internal import EmuModel
internal import EmuSQLite

/// What leads to a user, with its hash in the user's scope.
struct HashedLookup {
  let lookup: Lookup
  let hash: UInt64

  init(_ lookup: Lookup, in scope: AccountScope) {
    self.lookup = lookup
    hash = lookup.hash(in: scope)
  }

  static func all(of user: User, in scope: AccountScope) -> [HashedLookup] {
    Lookup.all(of: user).map { HashedLookup($0, in: scope) }
  }
}

extension Writer {
  /// Whether no other user has any of what would lead to a new one.
  ///
  /// - Parameter sharesEmails: whether several users may have one address.
  func areFree(
    _ lookups: [HashedLookup], in scope: AccountScope, sharesEmails: Bool
  ) throws -> Bool {
    for lookup in lookups where lookup.lookup.kind != .email || !sharesEmails {
      if try reader.hasUser(lookup, in: scope) { return false }
    }
    return true
  }

  /// Adds what leads to a new user: in memory where it can wait there, else to the tables.
  func add(_ lookups: [HashedLookup], of user: Int64, in scope: AccountScope) throws {
    let set = try accountSet(of: scope)
    guard defersLookups, memtables.takes(user) else {
      for lookup in lookups { try insert(lookup.lookup, of: user, in: set) }
      return
    }
    view.active.add(lookups.map(\.hash), of: user)
    for lookup in lookups { newLookups.append(lookup.lookup, of: user, in: set) }
  }

  /// Stores what leads to a user now, in place of what led to it before.
  ///
  /// - Throws: `conflict` where another user has the uid or an identity.
  func update(
    lookupsOf user: User, from original: User, in scope: AccountScope
  ) throws {
    let (new, old) = (Lookup.all(of: user), Lookup.all(of: original))
    guard new != old else { return }
    let set = try accountSet(of: scope)
    for lookup in old where !new.contains(lookup) {
      try remove(lookup, of: original.key, from: set)
    }
    let added = new.filter { !old.contains($0) }
    for lookup in added where lookup.kind != .email {
      if try reader.hasUser(HashedLookup(lookup, in: scope), in: scope) { throw Self.taken }
    }
    guard memtables.mayHold(original.key) else {
      for lookup in added { try insert(lookup, of: original.key, in: set) }
      return
    }
    for lookup in new { try insert(lookup, of: original.key, in: set, ifMissing: true) }
    leaveOut(original.key)
  }

  /// Removes what leads to a user.
  func remove(lookupsOf user: User, in scope: AccountScope) throws {
    let set = try accountSet(of: scope)
    for lookup in Lookup.all(of: user) { try remove(lookup, of: user.key, from: set) }
    if memtables.mayHold(user.key) { leaveOut(user.key) }
  }

  static var taken: StoreError {
    StoreError(code: .conflict, message: "another user has the same uid or identity")
  }

  private func insert(
    _ lookup: Lookup, of user: Int64, in set: Int64, ifMissing: Bool = false
  ) throws {
    let kind = lookup.kind
    try connection.run(
      ifMissing ? kind.insertIfMissing : kind.insert,
      values: [.integer(set), .integer(user)] + lookup.values)
  }

  private func remove(_ lookup: Lookup, of user: Int64, from set: Int64) throws {
    try connection.run(
      lookup.kind.delete, values: [.integer(set), .integer(user)] + lookup.values)
  }

  /// Nothing that waits in memory of a user is stored any more.
  private func leaveOut(_ user: Int64) {
    newLookups.remove(user)
    afterCommit { [memtables] in memtables.leaveOut(user) }
  }
}

extension Writer {
  /// Takes note that the entries of all users are in the tables, if none waits in memory; at the end of a
  /// transaction of its own that stored them at once.
  func noteStoredLookups() throws {
    guard memtables.isStored else { return }
    let last = try StoredLookups.lastUser(connection)
    try StoredLookups.note(storedTo: last, in: connection)
    afterCommit { [memtables] in memtables.reset(storedTo: last) }
  }
}
