/// Brings a database to the newest schema, one transaction for each migration.
struct Migrator {
  static let table = "migration"

  let migrations: [Migration]

  init(_ migrations: [Migration]) {
    precondition(
      Set(migrations.map(\.name)).count == migrations.count, "two migrations have the same name")
    self.migrations = migrations
  }

  /// Runs pending migrations; writes nothing when there is none.
  ///
  /// - Throws: `otherSchema` before anything is changed, or the error of a migration, which alone is
  ///   undone then.
  func migrate(_ connection: Connection) throws(DatabaseError) {
    let applied = try checkedNames(connection)
    guard applied.count < migrations.count else { return }

    // Cannot be switched inside a transaction: https://sqlite.org/pragma.html#pragma_foreign_keys
    try connection.execute("PRAGMA foreign_keys = OFF")
    for (position, migration) in migrations.enumerated().dropFirst(applied.count) {
      try apply(migration, at: position, to: connection)
    }
    try connection.execute("PRAGMA foreign_keys = ON")
    connection.cache.removeAll()
  }

  /// Returns the migrations that a database has had, which are the first of these.
  private func checkedNames(_ connection: Connection) throws(DatabaseError) -> [String] {
    let applied = try appliedNames(connection)
    let known = migrations.map(\.name)
    if let unknown = applied.first(where: { !known.contains($0) }) {
      throw DatabaseError(
        .otherSchema, "made by another version: it has the migration \"\(unknown)\"")
    }
    guard known.starts(with: applied) else {
      throw DatabaseError(.otherSchema, "its migrations ran in another order than this version's")
    }
    return applied
  }

  private func appliedNames(_ connection: Connection) throws(DatabaseError) -> [String] {
    let table = try connection.first(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", values: [.text(Self.table)]
    ) { _ in true }
    guard table != nil else { return [] }
    return try connection.all(SQL("SELECT name FROM \(Self.table) ORDER BY position")) {
      $0.text(0)
    }
  }

  private func apply(
    _ migration: Migration, at position: Int, to connection: Connection
  ) throws(DatabaseError) {
    try connection.begin(.write)
    do throws(DatabaseError) {
      try connection.execute(
        SQL(
          """
          CREATE TABLE IF NOT EXISTS \(Self.table) (
            position INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
          ) STRICT
          """))
      try migration.body(connection)
      try verifyForeignKeys(connection, after: migration)
      try connection.run(
        SQL("INSERT INTO \(Self.table) (position, name) VALUES (?, ?)"),
        values: [.integer(position), .text(migration.name)])
      try connection.commit()
    } catch {
      connection.abandon()
      throw error
    }
  }

  private func verifyForeignKeys(
    _ connection: Connection, after migration: Migration
  ) throws(DatabaseError) {
    let violation = try connection.first("PRAGMA foreign_key_check") { row in
      "\(row.text(0)) refers to a missing row of \(row.text(2))"
    }
    if let violation {
      throw DatabaseError(.foreignKey, "migration \"\(migration.name)\": \(violation)")
    }
  }
}

/// One step from an older schema to the next.
///
/// Migrations are an ordered list that only ever grows at its end. One that has been released is
/// never edited, renamed or moved: files exist that have run it.
package struct Migration: Sendable {
  /// The name that the database stores; unique in the list.
  package let name: String

  let body: @Sendable (Connection) throws(DatabaseError) -> Void

  /// Creates a migration whose body runs in its own transaction.
  ///
  /// Foreign keys are not enforced while it runs, so that a table can be rebuilt; they are verified
  /// before the commit.
  package init(
    _ name: String, _ body: @escaping @Sendable (Connection) throws(DatabaseError) -> Void
  ) {
    self.name = name
    self.body = body
  }
}
