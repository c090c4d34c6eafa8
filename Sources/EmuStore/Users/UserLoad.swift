package import EmuModel
internal import EmuSQLite

/// Stores many new users in one transaction.
///
/// While no user is stored, the indexes are dropped, and created again after all users: sorted
/// entries cost a tenth of random ones (ADR 0026). Searches are impossible meanwhile, so conflicts
/// between users are found at the end. An index that most users have no entry in remains until
/// the first entry, since creating an index reads every row.
package final class UserLoad {
  /// The error of users with the same unique value, which the indexes cannot hold. The transaction must
  /// be rolled back; one that keeps the indexes finds them.
  package struct HasConflicts: Error {}

  /// True when users can be searched for meanwhile, and each is checked when it is stored.
  package let canSearch: Bool

  private let writer: WriteTransaction
  /// Indexes that remain while they are empty, with the condition of an entry in them.
  private var waiting: [(name: String, hasEntry: (User) -> Bool)] = [
    ("users_initial_email", { $0.initialEmail != nil }),
    ("users_phone_number", { $0.phoneNumber != nil }),
    (
      "identities_email",
      { user in user.links.contains { $0.email != nil && $0.email != user.email } }
    ),
    ("passkeys_credential", { !$0.passkeys.isEmpty }),
  ]
  /// The statements that create the dropped indexes.
  private var dropped: [String] = []

  /// - Parameter drops: true when no user is stored.
  fileprivate init(_ writer: WriteTransaction, drops: Bool) throws {
    self.writer = writer
    canSearch = !drops
    guard drops else {
      waiting = []
      return
    }
    let kept = waiting.map(\.name)
    for name in try writer.indexesOfUsers() where !kept.contains(name) { try drop(name) }
  }

  private func drop(_ name: String) throws {
    let connection = writer.connection
    dropped += try connection.column(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?", name)
    try connection.run(SQL("DROP INDEX \(name)"))
  }

  /// Stores a new user.
  ///
  /// - Returns: its key; keys grow.
  /// - Throws: ``UserConflicts``, while users can be searched for.
  package func store(
    _ user: User, importedFrom text: String? = nil, in scope: AccountScope
  ) throws -> Int64 {
    guard !canSearch else { return try writer.store(user, importedFrom: text, in: scope) }
    for index in waiting where index.hasEntry(user) {
      try drop(index.name)
      waiting.removeAll { $0.name == index.name }
    }
    // Without its index no rank of an address can be looked up: `finish` sets them.
    var scope = scope
    scope.allowsDuplicateEmails = false
    return try writer.add(user, importedFrom: text, in: scope)
  }

  /// Creates the indexes again.
  ///
  /// - Parameter allowsDuplicateEmails: several users may have one address.
  /// - Throws: ``HasConflicts``.
  package func finish(allowsDuplicateEmails: Bool) throws {
    if allowsDuplicateEmails, !canSearch { try rankEmails() }
    do {
      for sql in dropped { try writer.connection.run(SQL(sql)) }
    } catch {
      throw error.code == .unique ? HasConflicts() : error
    }
  }

  /// Ranks the users that share an address by their age.
  private func rankEmails() throws {
    try writer.connection.run(
      """
      UPDATE users SET email_rank = ranks.rank
      FROM (
        SELECT id, row_number() OVER (PARTITION BY set_id, email ORDER BY id) - 1 AS rank
        FROM users WHERE email IS NOT NULL
      ) AS ranks
      WHERE users.id = ranks.id AND ranks.rank > 0
      """)
  }
}

extension WriteTransaction {
  /// Starts to store many new users; all later writes of users in this transaction use the load.
  ///
  /// - Parameter keepsIndexes: true to check each user when it is stored.
  package func beginLoad(keepsIndexes: Bool = false) throws -> UserLoad {
    _ = try dropEmptiedUsers()
    return try UserLoad(self, drops: !keepsIndexes && !reader.hasAnyUser())
  }

  /// Returns the indexes of the tables that a load fills, without primary keys.
  fileprivate func indexesOfUsers() throws -> [String] {
    try connection.column(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'index' AND sql IS NOT NULL
        AND tbl_name IN ('users', 'identities', 'passkeys')
      ORDER BY rowid
      """)
  }
}

extension ReadTransaction {
  /// Returns true when any row of a user exists, even one that is to be removed.
  func hasAnyUser() throws -> Bool {
    try connection.hasRow("SELECT 1 FROM users LIMIT 1")
  }
}
