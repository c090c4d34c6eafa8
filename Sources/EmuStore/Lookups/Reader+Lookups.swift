internal import EmuModel
internal import EmuSQLite

extension SQL {
  fileprivate static let hasUID = SQL("SELECT 1 FROM uids WHERE \(isInScope) AND uid = ?")
  fileprivate static let hasEmail = SQL("SELECT 1 FROM emails WHERE \(isInScope) AND email = ?")
  fileprivate static let hasIdentity = SQL(
    "SELECT 1 FROM identities WHERE \(isInScope) AND provider_id = ? AND raw_id = ?")
}

extension Reader {
  /// The oldest user of those in memory whom something leads to.
  func recentUser(_ lookup: Lookup, in scope: AccountScope) throws -> User? {
    if view.isEmpty { return nil }
    return try recentUser(HashedLookup(lookup, in: scope), in: scope)
  }

  private func recentUser(_ lookup: HashedLookup, in scope: AccountScope) throws -> User? {
    let keys = view.users(lookup.hash)
    guard !keys.isEmpty else { return nil }
    for key in keys.sorted() {
      if let user = try user(key: key, ifIn: scope), lookup.lookup.leads(to: user) { return user }
    }
    return nil
  }

  /// Whether something leads to a user.
  func hasUser(_ lookup: HashedLookup, in scope: AccountScope) throws -> Bool {
    try recentUser(lookup, in: scope) != nil || hasStoredUser(lookup.lookup, in: scope)
  }

  private func hasStoredUser(_ lookup: Lookup, in scope: AccountScope) throws -> Bool {
    let statement: SQL =
      switch lookup.kind {
      case .uid: .hasUID
      case .email: .hasEmail
      case .identity: .hasIdentity
      }
    return try connection.first(
      statement,
      values: [.integer(scope.projectKey), .integer(scope.tenantKey)] + lookup.values
    ) { row in row.integer(0) } != nil
  }

  /// The first of the users in memory, in the order of the texts that lead to them.
  ///
  /// - Parameters:
  ///   - after: what all texts are behind; nil for nothing.
  ///   - prefix: what all texts begin with.
  ///   - providerID: the provider of identities; nil for those of all.
  func recentUsers(
    by kind: Lookup.Kind, in scope: AccountScope, after: String? = nil, prefix: String = "",
    providerID: String? = nil, limit: Int
  ) throws -> [User] {
    let memtables = view.all.filter { $0.count > 0 }
    guard !memtables.isEmpty, let set = try accountSet(of: scope) else { return [] }
    var found: [(text: String, user: User)] = []
    for memtable in memtables {
      var count = 0
      var last = after
      // More than one part where some of the entries are of users who have changed.
      while count < limit {
        let part = memtable.entries.first(
          limit, kind, in: set, after: last, prefix: prefix, providerID: providerID)
        for (lookup, key) in part {
          guard let user = try user(key: key, ifIn: scope), lookup.leads(to: user) else { continue }
          found.append((lookup.sortedText, user))
          count += 1
        }
        guard part.count == limit else { break }
        last = part.last?.lookup.sortedText
      }
    }
    let byText = found.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    return byText.prefix(limit).map(\.user)
  }
}
