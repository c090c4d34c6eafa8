package import EmuModel
internal import EmuSQLite

extension Writer {
  /// Empties a project: users, tenants, credentials under way and people. Kept: its API keys and
  /// providers.
  package func reset(_ project: Project, in store: Store) throws {
    for sql: SQL in [
      "DELETE FROM users WHERE project_id = ?",
      "DELETE FROM tenants WHERE project_id = ?",
      "DELETE FROM providers WHERE project_id = ? AND tenant_id > 0",
      "DELETE FROM pending_credentials WHERE project_id = ?",
      "DELETE FROM used_credentials WHERE project_id = ?",
      "DELETE FROM people WHERE project_id = ?",
      "UPDATE projects SET settings = '{}', config = '{}' WHERE id = ?",
    ] {
      try connection.run(sql, .integer(project.key))
    }
    afterCommit { store.directory.invalidate() }
  }

  /// Empties the people that all projects share.
  package func resetSharedPeople() throws {
    try connection.run("DELETE FROM people WHERE project_id = 0")
  }
}
