package import EmuModel
internal import EmuSQLite

/// Stores many new users in one transaction.
///
/// Where no user is stored yet, the indexes are dropped, and made again when all users are there: sorted
/// entries cost a tenth of those that go to random places (ADR 0026). Nothing can be searched for
/// meanwhile, so what two users claim is compared at the end. An index that most users have no entry in
/// stays until the first user has one: making an index takes a look at every row.
package final class UserLoad {
  /// Users who claim what only one of them may have.
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

  /// Whether users can be searched for meanwhile: what an insert claims must then be free.
  package let canSearch: Bool

  private let writer: Writer
  private let identities: UnsortedIdentities?
  /// Indexes that stay as long as they are empty, with what makes an entry in them.
  private var waiting: [(entry: UserRows.Entries, name: String)] = [
    (.initialEmail, "users_initial_email"), (.phoneNumber, "users_phone_number"),
    (.passkey, "passkeys_credential"),
  ]
  /// The statements that make the dropped indexes.
  private var dropped: [String] = []

  /// - Parameter drops: whether no user is stored yet.
  fileprivate init(_ writer: Writer, drops: Bool) throws {
    self.writer = writer
    canSearch = !drops
    identities = drops ? try UnsortedIdentities(writer.connection) : nil
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
    if canSearch { return try writer.add(user, in: scope) }
    var rows = UserRows(capacity: 1)
    rows.append(user)
    var cursor = UserRows.Cursor(rows)
    return try insert(next: &cursor, in: scope)
  }

  /// Stores the next of new users, where none can be searched for.
  ///
  /// - Returns: its key; keys grow.
  package func insert(
    next users: inout UserRows.Cursor, in scope: AccountScope
  ) throws -> Int64 {
    if !waiting.isEmpty, !users.entries.isEmpty { try dropIndexes(with: users.entries) }
    precondition(
      !canSearch, "what leads to a user is stored with it where users can be searched for")
    return try writer.addRows(
      &users, in: try writer.accountSet(of: scope), identities: UnsortedIdentities.insert)
  }

  private func dropIndexes(with entries: UserRows.Entries) throws {
    for index in waiting where entries.contains(index.entry) { try drop(index.name) }
    waiting.removeAll { entries.contains($0.entry) }
  }

  /// Makes the indexes again.
  ///
  /// - Parameter sharesEmails: whether several users may have one address.
  /// - Returns: users who contradict each other; the transaction must then be given up.
  package func finish(sharesEmails: Bool) throws -> [Contradiction] {
    guard !canSearch else { return [] }
    guard try makeIndexes() else { return try contradictions(sharesEmails: sharesEmails) }
    return try contradictions(of: sharesEmails ? [.phoneNumber] : [.email, .phoneNumber])
  }

  /// - Returns: false where one of them cannot be made, because users contradict each other.
  private func makeIndexes() throws -> Bool {
    do {
      for sql in dropped { try writer.connection.run(SQL(sql)) }
      if let identities { try StoredLookups.storeAll(writer.connection, identities) }
      return true
    } catch {
      guard error.code == .unique else { throw error }
      return false
    }
  }

  private func contradictions(sharesEmails: Bool) throws -> [Contradiction] {
    try contradictions(
      of: [.uid, .identity, .passkey, .phoneNumber] + (sharesEmails ? [] : [.email]))
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

extension Writer {
  /// Begins to store many new users; what follows in this transaction goes through the load.
  package func beginLoad() throws -> UserLoad {
    _ = try dropEmptiedUsers()
    return try UserLoad(self, drops: !reader.hasAnyUser())
  }

  /// The indexes of the tables that a load fills, without those that are a table's own order.
  fileprivate func indexesOfUsers() throws -> [String] {
    try connection.all(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('users', 'passkeys')
      ORDER BY rowid
      """
    ) { row in row.text(0) }
  }
}

extension Reader {
  /// Whether any row of a user is there, be it one that is to be removed.
  fileprivate func hasAnyUser() throws -> Bool {
    try connection.first("SELECT 1 FROM users LIMIT 1") { $0.integer(0) } != nil
  }

  /// Whether a project or one of its tenants has users.
  package func hasUsers(of project: Project) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM account_sets
      WHERE project_id = ? AND EXISTS (SELECT 1 FROM users WHERE set_id = account_sets.id) LIMIT 1
      """, .integer(project.key)
    ) { row in row.integer(0) } != nil
  }
}

extension Store {
  /// Queues a long change with a transaction of its own; other writes wait while it runs. Afterwards the
  /// log is emptied into the file.
  ///
  /// - Parameter completion: called on the writer's thread, as that of ``write(_:completion:)``.
  package func bulkWrite<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    database.bulkWrite(
      appends: hasNoUser, { try self.bulkChanges(of: body, $0) },
      completion: { result in completion(self.concluded(result)) })
  }

  /// Runs a long change as the queued form does, and waits for it; never on the writer's own thread.
  package func bulkWrite<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T
  ) throws -> T {
    try database.bulkWrite(appends: hasNoUser) { connection in
      try self.bulkChanges(of: body, connection)
    } waitingFor: {
      self.concluded($0)
    }.get()
  }

  /// Runs a long change, whose new users are too many to wait in memory.
  private func bulkChanges<T>(
    of body: (Writer) throws -> T, _ connection: Connection
  ) throws -> (T, [@Sendable () -> Void]) {
    let writer = Writer(connection, memtables, defersLookups: false)
    let value = try body(writer)
    try writer.noteStoredLookups()
    return (value, writer.afterCommitActions)
  }

  private var hasNoUser: Bool { (try? read { try $0.hasAnyUser() }) == false }
}

// MARK: - Statements

extension UserLoad.Contradiction.Field {
  /// The values that several users of a set have, each with the first and the last of them.
  fileprivate var repetitions: SQL {
    switch self {
    case .uid: Self.repetitions(of: "uid", in: "users", key: "id", condition: "true")
    case .email: Self.repetitions(of: "email", in: "users", key: "id")
    case .phoneNumber: Self.repetitions(of: "phone_number", in: "users", key: "id")
    case .identity:
      Self.repetitions(
        of: "provider_id, raw_id", shown: "provider_id || ':' || raw_id",
        in: UnsortedIdentities.table,
        condition: "true")
    case .passkey: Self.repetitions(of: "credential_id", in: "passkeys", condition: "true")
    }
  }

  /// How many repetitions are named.
  private static let most = 20

  private static func repetitions(
    of columns: String, shown: String? = nil, in table: String, key: String = "user_id",
    condition: String? = nil
  ) -> SQL {
    SQL(
      """
      SELECT \(shown ?? columns), min(\(key)), max(\(key)) FROM \(table)
      WHERE \(condition ?? "\(columns) IS NOT NULL")
      GROUP BY set_id, \(columns) HAVING count(*) > 1 ORDER BY 2 LIMIT \(most)
      """)
  }
}
