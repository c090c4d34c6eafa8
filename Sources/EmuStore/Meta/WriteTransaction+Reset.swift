package import EmuModel
internal import EmuSQLite

extension WriteTransaction {
  /// Empties one project: users, tenants, pending credentials, people, providers, API keys and
  /// faults. Switches and configuration return to their defaults.
  ///
  /// The project itself remains, so that requests in progress find it.
  package func reset(_ project: Project, in store: Store) throws {
    try deleteUsers(of: project, in: store)
    let hasPeople =
      try connection.hasRow("SELECT 1 FROM people WHERE project_id = ? LIMIT 1", project.key)
    for (table, column) in try emptiedTables(keyedBy: ["project_id", "project"]) {
      try connection.run(
        SQL("DELETE FROM \(table) WHERE \(column) = ?"),
        column == "project" ? Value.text(project.id) : .integer(project.key))
    }
    // One pass over the secrets of all projects, which a project with users alone does not need.
    if hasPeople { try deleteSecretsWithoutConsent() }
    try connection.run(
      "UPDATE projects SET settings = '{}', config = NULL WHERE id = ?", project.key)
    afterCommit {
      store.directory.invalidate()
      store.faultDirectory.with { faults in
        _ = faults.remove { $0.match.project == project.id }
      }
    }
  }

  /// Empties every project, and deletes the shared people. Signing keys and the clock remain.
  package func resetAll(in store: Store) throws {
    try deleteAllUsers(in: store)
    let tables = Set(try emptiedTables(keyedBy: nil).map(\.table))
    for table in tables.sorted() { try connection.run(SQL("DELETE FROM \(table)")) }
    try connection.run("UPDATE projects SET settings = '{}', config = NULL")
    afterCommit {
      store.directory.invalidate()
      store.faultDirectory.with { $0 = FaultTable() }
    }
  }

  /// The tables whose rows survive a reset.
  static let keptTables: Set<String> = [
    Database.migrationTable, "projects", "signing_keys", "meta",
  ]

  /// The tables of users, who are deleted by their sets.
  static let userTables: Set<String> = [
    "account_sets", "users", "identities", "second_factors", "passkeys",
  ]

  /// Returns the tables that a reset empties row by row: all but those named above, so that a table
  /// of a later migration is included.
  ///
  /// - Parameter columns: the columns that can name the project of a row; nil for every table, a
  ///   row per column.
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

  /// Removes the codes and tokens that can no longer be read, since their consent is deleted.
  private func deleteSecretsWithoutConsent() throws {
    for table in ["authorization_codes", "issuer_tokens"] {
      try connection.run(
        SQL("DELETE FROM \(table) WHERE grant_id NOT IN (SELECT id FROM grants)"))
    }
  }
}
