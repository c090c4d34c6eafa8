internal import EmuModel
internal import EmuSQLite

/// The entries in the tables, and how far they go: the users behind the last one whose entries are known to be
/// stored have theirs in the memory of a process, which may be gone.
enum StoredLookups {
  /// The row of `meta` with the key of that user.
  static let noteName = "lookups_stored_to"

  static func storedTo(_ connection: Connection) throws(DatabaseError) -> Int64 {
    try connection.first("SELECT value FROM meta WHERE name = ?", .text(noteName)) { row in
      Int64(row.text(0)) ?? 0
    } ?? 0
  }

  static func note(storedTo user: Int64, in connection: Connection) throws(DatabaseError) {
    try connection.run(
      "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", .text(noteName),
      .text(String(user)))
  }

  /// The highest key of a user; 0 for none.
  static func lastUser(_ connection: Connection) throws(DatabaseError) -> Int64 {
    try connection.first("SELECT id FROM users ORDER BY id DESC LIMIT 1") { $0.integer(0) } ?? 0
  }

  /// Whether there are users whose entries may be missing.
  static func areBehind(_ connection: Connection) throws(DatabaseError) -> Bool {
    try storedTo(connection) < lastUser(connection)
  }

  /// Stores the entries that are missing.
  static func catchUp(_ connection: Connection) throws(DatabaseError) {
    guard try areBehind(connection) else { return }
    let behind = Value.integer(try storedTo(connection))
    let identities = try UnsortedIdentities(connection)
    let readLinks: SQL = "SELECT set_id, id, links FROM users WHERE id > ? AND links IS NOT NULL"
    try connection.query(readLinks, behind) { row throws(DatabaseError) in
      for link in try row.links(2) {
        try connection.run(
          UnsortedIdentities.insert, .integer(row.integer(0)), .integer(row.integer(1)),
          .text(link.providerID), .text(link.rawID))
      }
    }
    try store(.catchUp, behind: behind, identities, in: connection)
  }

  /// Stores the entries of all users, of whom none has any; each user's identities apart.
  ///
  /// - Throws: `unique` where two users have the same uid or identity.
  static func storeAll(
    _ connection: Connection, _ identities: UnsortedIdentities
  ) throws(DatabaseError) {
    try store(.load, behind: .integer(0), identities, in: connection)
  }

  private static func store(
    _ statements: Statements, behind: Value, _ identities: UnsortedIdentities,
    in connection: Connection
  ) throws(DatabaseError) {
    try connection.run(statements.uids, behind)
    try connection.run(statements.emails, behind)
    try connection.run(statements.identities)
    try identities.drop()
    try note(storedTo: lastUser(connection), in: connection)
  }

  /// What stores entries sorted; the parameter is the user behind whom they are stored.
  private struct Statements {
    let uids: SQL
    let emails: SQL
    let identities: SQL

    /// Leaves entries that are there.
    static let catchUp = Statements("INSERT OR IGNORE")
    static let load = Statements("INSERT")

    private init(_ insert: String) {
      uids = SQL(
        """
        \(insert) INTO uids (set_id, uid, user_id)
        SELECT set_id, uid, id FROM users WHERE id > ? ORDER BY set_id, uid
        """)
      emails = SQL(
        """
        \(insert) INTO emails (set_id, email, user_id)
        SELECT set_id, email, id FROM users WHERE id > ? AND email IS NOT NULL
        ORDER BY set_id, email, id
        """)
      identities = SQL(
        """
        \(insert) INTO identities (set_id, provider_id, raw_id, user_id)
        SELECT set_id, provider_id, raw_id, user_id FROM \(UnsortedIdentities.table)
        ORDER BY set_id, provider_id, raw_id
        """)
    }
  }
}

/// Identities in the order of their users, on their way into the table that is sorted by themselves.
struct UnsortedIdentities {
  static let table = "temp.unsorted_identities"
  /// Its values: the set, the user, the provider, the id there.
  static let insert = SQL(
    "INSERT INTO \(table) (set_id, user_id, provider_id, raw_id) VALUES (?, ?, ?, ?)")

  private let connection: Connection

  init(_ connection: Connection) throws(DatabaseError) {
    self.connection = connection
    try connection.run(
      SQL(
        """
        CREATE TEMP TABLE unsorted_identities (
          set_id INTEGER NOT NULL,
          user_id INTEGER NOT NULL,
          provider_id TEXT NOT NULL,
          raw_id TEXT NOT NULL
        ) STRICT
        """))
  }

  func drop() throws(DatabaseError) { try connection.run(SQL("DROP TABLE \(Self.table)")) }
}
