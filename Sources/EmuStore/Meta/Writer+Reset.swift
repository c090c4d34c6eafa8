package import EmuModel
internal import EmuSQLite

extension Writer {
  /// Empties one project: users, tenants, credentials under way, people, providers and API keys;
  /// switches and configuration return to their defaults.
  ///
  /// The project itself stays, so that requests under way find it.
  package func reset(_ project: Project, in store: Store) throws {
    try deleteUsers(of: project)
    for sql: SQL in [
      "DELETE FROM tenants WHERE project_id = ?",
      "DELETE FROM providers WHERE project_id = ? AND tenant_id > 0",
      "DELETE FROM pending_credentials WHERE project_id = ?",
      "DELETE FROM used_credentials WHERE project_id = ?",
      "DELETE FROM oob_codes WHERE project_id = ?",
      "DELETE FROM verification_codes WHERE project_id = ?",
      "DELETE FROM temporary_proofs WHERE project_id = ?",
      "DELETE FROM passkey_challenges WHERE project_id = ?",
      "DELETE FROM people WHERE project_id = ?",
      "DELETE FROM providers WHERE project_id = ?",
      "DELETE FROM api_keys WHERE project_id = ?",
      "UPDATE projects SET settings = '{}', config = '{}' WHERE id = ?",
    ] {
      try connection.run(sql, .integer(project.key))
    }
    afterCommit { store.directory.invalidate() }
  }

  /// Empties every project, and the people that all share. Kept: signing keys and the clock.
  package func resetAll(in store: Store) throws {
    try emptyUsers()
    for sql: SQL in [
      "DELETE FROM tenants",
      "DELETE FROM pending_credentials",
      "DELETE FROM used_credentials",
      "DELETE FROM passkey_challenges",
      "DELETE FROM issuer_tokens",
      "DELETE FROM authorization_codes",
      "DELETE FROM device_codes",
      "DELETE FROM request_tokens",
      "DELETE FROM request_nonces",
      "DELETE FROM grants",
      "DELETE FROM people",
      "DELETE FROM issuer_settings",
      "DELETE FROM issuer_faults",
      "DELETE FROM used_assertions",
      "DELETE FROM providers",
      "DELETE FROM api_keys",
      "UPDATE projects SET settings = '{}', config = '{}'",
    ] {
      try connection.run(sql)
    }
    afterCommit {
      store.directory.invalidate()
      store.issuers.invalidate()
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
