package import EmuModel
internal import EmuSQLite

extension Writer {
  /// Empties one project: users, tenants, credentials under way, people, providers, API keys and its
  /// own faults; switches and configuration return to their defaults.
  ///
  /// The project itself stays, so that requests under way find it.
  package func reset(_ project: Project, in store: Store) throws {
    try deleteUsers(of: project)
    let hasPeople =
      try connection.first(
        "SELECT 1 FROM people WHERE project_id = ? LIMIT 1", .integer(project.key)
      ) { row in row.integer(0) } != nil
    for (table, column) in try emptiedTables(keyedBy: ["project_id", "project"]) {
      try connection.run(
        SQL("DELETE FROM \(table) WHERE \(column) = ?"),
        column == "project" ? .text(project.id) : .integer(project.key))
    }
    // One pass over everybody's, which a project of users alone need not pay for.
    if hasPeople { try deleteSecretsWithoutConsent() }
    try connection.run(
      "UPDATE projects SET settings = '{}', config = '{}' WHERE id = ?", .integer(project.key))
    afterCommit {
      store.directory.invalidate()
      store.faultDirectory.invalidate()
    }
  }

  /// Empties every project, and the people that all share. Kept: signing keys and the clock.
  package func resetAll(in store: Store) throws {
    try emptyUsers()
    let tables = Set(try emptiedTables(keyedBy: nil).map(\.table))
    for table in tables.sorted() { try connection.run(SQL("DELETE FROM \(table)")) }
    try connection.run("UPDATE projects SET settings = '{}', config = '{}'")
    afterCommit {
      store.directory.invalidate()
      store.issuers.invalidate()
      store.faultDirectory.invalidate()
    }
  }

  /// The tables whose rows outlive a reset.
  static let keptTables: Set<String> = [
    Database.migrationTable, "projects", "signing_keys", "meta",
  ]

  /// The tables of users, which ``emptyUsers()`` empties.
  static let userTables: Set<String> = ["users", "provider_links", "second_factors", "passkeys"]

  /// The tables that a reset empties row by row: all but those that are named above, so that a table
  /// which a later migration adds is emptied too.
  ///
  /// - Parameter columns: what names the project of a row; nil for every table, a row a column.
  private func emptiedTables(
    keyedBy columns: Set<String>?
  ) throws -> [(table: String, column: String)] {
    try connection.all(
      """
      SELECT tables.name, columns.name
      FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
      WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'
      """
    ) { row in (table: row.text(0), column: row.text(1)) }
    .filter { table, column in
      !Self.keptTables.contains(table) && !Self.userTables.contains(table)
        && columns?.contains(column) != false
    }
  }

  /// Removes the codes and tokens that nobody can read any more, since their consent is gone.
  private func deleteSecretsWithoutConsent() throws {
    for table in ["authorization_codes", "issuer_tokens"] {
      try connection.run(
        SQL("DELETE FROM \(table) WHERE grant_id NOT IN (SELECT id FROM grants)"))
    }
  }

  private func deleteUsers(of project: Project) throws {
    let othersHaveUsers =
      try connection.first(
        """
        SELECT 1 FROM users WHERE project_id < ?
        UNION ALL SELECT 1 FROM users WHERE project_id > ? LIMIT 1
        """, .integer(project.key), .integer(project.key)
      ) { row in row.integer(0) } != nil
    guard othersHaveUsers else { return try emptyUsers() }
    // Links before users: one walk over an index, rather than one search per user. Few have second
    // factors, which go with their users.
    try connection.run(
      "DELETE FROM provider_links WHERE project_id = ?", .integer(project.key))
    try connection.run("DELETE FROM users WHERE project_id = ?", .integer(project.key))
  }

  /// Deletes all users with their links, second factors and passkeys.
  ///
  /// A few are deleted row by row. Many would take ten microseconds each, most of it in the
  /// indexes, so then the tables are dropped and made again: that costs every connection one
  /// look at the new schema.
  private func emptyUsers() throws {
    let areMany =
      try connection.first("SELECT 1 FROM users LIMIT 1 OFFSET 500") { row in row.integer(0) }
      != nil
    guard areMany else {
      try connection.run("DELETE FROM provider_links")
      try connection.run("DELETE FROM second_factors")
      try connection.run("DELETE FROM passkeys")
      try connection.run("DELETE FROM users")
      return
    }
    // Tables before their indexes; the automatic indexes have no text.
    let schema = try connection.all(
      """
      SELECT sql FROM sqlite_schema
      WHERE tbl_name IN ('users', 'provider_links', 'second_factors', 'passkeys')
        AND sql IS NOT NULL
      ORDER BY type DESC
      """
    ) { row in row.text(0) }
    // The children first: while a table is referred to, dropping it deletes it row by row.
    try connection.run("DROP TABLE provider_links")
    try connection.run("DROP TABLE second_factors")
    try connection.run("DROP TABLE passkeys")
    try connection.run("DROP TABLE users")
    for sql in schema { try connection.run(SQL(sql)) }
  }
}
