package import EmuModel
internal import EmuSQLite

/// Stores many new users in one transaction.
///
/// While no user is stored, the indexes are dropped, and created again after all users: sorted
/// entries cost a tenth of random ones (ADR 0026). Searches are impossible meanwhile, so conflicts
/// between users are checked at the end. An index that most users have no entry in remains until
/// the first entry, since creating an index reads every row.
package final class UserLoad {
  /// Users with the same unique value.
  package struct Contradiction: Sendable, Hashable {
    package enum Field: Sendable {
      case uid, email, phoneNumber
      /// The identity at a provider; the value is `provider:id`.
      case identity
      case passkey
    }

    package var field: Field
    package var value: String
    /// The keys of the first and of the last of them.
    package var first: Int64
    package var last: Int64
  }

  /// True when users can be searched for meanwhile: values must then be checked before an insert.
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
    dropped += try connection.all(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?", .text(name)
    ) { row in row.text(0) }
    try connection.run(SQL("DROP INDEX \(name)"))
  }

  /// Stores a new user.
  ///
  /// - Returns: its key; keys grow.
  package func insert(_ user: User, in scope: AccountScope) throws -> Int64 {
    guard !canSearch else { return try writer.add(user, in: scope) }
    for index in waiting where index.hasEntry(user) {
      try drop(index.name)
      waiting.removeAll { $0.name == index.name }
    }
    // Without its index no rank of an address can be looked up: `finish` sets them.
    var scope = scope
    scope.allowsDuplicateEmails = false
    return try writer.add(user, in: scope)
  }

  /// Creates the indexes again.
  ///
  /// - Parameter allowsDuplicateEmails: several users may have one address.
  /// - Returns: conflicting users; the transaction must then be rolled back.
  package func finish(allowsDuplicateEmails: Bool) throws -> [Contradiction] {
    guard !canSearch else { return [] }
    if allowsDuplicateEmails { try rankEmails() }
    guard try makeIndexes() else {
      return try contradictions(of: [.uid, .identity, .passkey, .phoneNumber, .email])
    }
    return try contradictions(of: [.phoneNumber])
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

  /// - Returns: false where an index cannot be created, because users conflict.
  private func makeIndexes() throws -> Bool {
    do {
      for sql in dropped { try writer.connection.run(SQL(sql)) }
      return true
    } catch {
      guard error.code == .unique else { throw error }
      return false
    }
  }

  private func contradictions(of fields: [Contradiction.Field]) throws -> [Contradiction] {
    try fields.flatMap { field in
      try writer.connection.all(field.repetitions) { row in
        Contradiction(
          field: field, value: row.text(0), first: row.integer(1), last: row.integer(2))
      }
    }
  }
}

extension WriteTransaction {
  /// Starts to store many new users; all later writes of users in this transaction use the load.
  package func beginLoad() throws -> UserLoad {
    _ = try dropEmptiedUsers()
    return try UserLoad(self, drops: !reader.hasAnyUser())
  }

  /// Returns the indexes of the tables that a load fills, without primary keys.
  fileprivate func indexesOfUsers() throws -> [String] {
    try connection.all(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'index' AND sql IS NOT NULL
        AND tbl_name IN ('users', 'identities', 'passkeys')
      ORDER BY rowid
      """
    ) { row in row.text(0) }
  }
}

extension ReadTransaction {
  /// Returns true when any row of a user exists, even one that is to be removed.
  func hasAnyUser() throws -> Bool {
    try connection.first("SELECT 1 FROM users LIMIT 1") { $0.integer(0) } != nil
  }

  /// Returns true when a project or one of its tenants has users.
  package func hasUsers(of project: Project) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM account_sets
      WHERE project_id = ? AND EXISTS (SELECT 1 FROM users WHERE set_id = account_sets.id) LIMIT 1
      """, .integer(project.key)
    ) { row in row.integer(0) } != nil
  }
}

// MARK: - Statements

extension UserLoad.Contradiction.Field {
  /// The values that several users of a set have, each with the first and the last of them.
  fileprivate var repetitions: SQL {
    switch self {
    case .uid: Self.repetitions(of: "uid", in: "users", key: "id", condition: "true")
    case .email: Self.repetitions(of: "email", in: "users", key: "id", and: "email_rank")
    case .phoneNumber: Self.repetitions(of: "phone_number", in: "users", key: "id")
    case .identity:
      Self.repetitions(
        of: "provider_id, raw_id", shown: "provider_id || ':' || raw_id", in: "identities",
        condition: "true")
    case .passkey: Self.repetitions(of: "credential_id", in: "passkeys", condition: "true")
    }
  }

  /// The maximum number of conflicts that are listed.
  private static let most = 20

  /// - Parameter rank: a column by which values of several users differ where they may have the same.
  private static func repetitions(
    of columns: String, shown: String? = nil, in table: String, key: String = "user_id",
    condition: String? = nil, and rank: String? = nil
  ) -> SQL {
    SQL(
      """
      SELECT \(shown ?? columns), min(\(key)), max(\(key)) FROM \(table)
      WHERE \(condition ?? "\(columns) IS NOT NULL")
      GROUP BY set_id, \(([columns] + (rank.map { [$0] } ?? [])).joined(separator: ", ")) HAVING count(*) > 1 ORDER BY 2 LIMIT \(most)
      """)
  }
}
