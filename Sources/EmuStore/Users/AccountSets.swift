package import EmuModel
internal import EmuSQLite

// The users of a project or tenant form a set (`account_sets`), whose number their rows contain. To
// delete any number of users, the next user starts another set. No statement finds the rows of the
// old set, which are removed in parts (ADR 0024).

extension ReadTransaction {
  /// Returns the number of users of a project and its tenants who were created after a time, counted
  /// to a limit.
  ///
  /// It counts among the last rows: the limit, and 20,000 for other projects and imported users.
  package func userCount(
    createdAfter moment: Timestamp, in project: Project, limit: Int
  ) throws -> Int {
    try connection.value(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM users
        WHERE id > (SELECT max(id) FROM users) - 20000 - ?1 AND created_at > ?2
          AND +set_id IN (SELECT id FROM account_sets WHERE project_id = ?3)
        LIMIT ?1)
      """, limit, moment, project.key) ?? 0
  }
}

extension WriteTransaction {
  /// The number of users removed with the change that empties their set. Tests have no more, and
  /// leave nothing to do.
  private static let removedAtOnce = 200

  /// Returns the set of a project or tenant, and creates a missing one.
  func accountSet(of scope: AccountScope) throws -> Int64 {
    if let last = lastSet, last.scope == scope { return last.id }
    if let set = try reader.accountSet(of: scope) {
      lastSet = (scope, set)
      return set
    }
    try connection.run("INSERT INTO account_sets (project_id, tenant_id) VALUES (?, ?)", scope)
    lastSet = (scope, connection.lastInsertRowID)
    return connection.lastInsertRowID
  }

  package func deleteUsers(in scope: AccountScope, of store: Store) throws {
    try emptySets("WHERE project_id = ? AND tenant_id = ?", scope, of: store)
  }

  package func deleteUsers(of project: Project, in store: Store) throws {
    try emptySets("WHERE project_id = ?", project.key, of: store)
  }

  func deleteAllUsers(in store: Store) throws { try emptySets("", of: store) }

  /// Empties sets; removes a few of their users now, and the others in later transactions.
  private func emptySets<each P: Parameter>(
    _ condition: String, _ parameters: repeat each P, of store: Store
  ) throws {
    lastSet = nil
    try connection.run(
      SQL("UPDATE account_sets SET project_id = NULL, tenant_id = NULL \(condition)"),
      repeat each parameters)
    if try removeEmptiedUsers(atMost: Self.removedAtOnce) {
      afterCommit { store.removeEmptiedUsers() }
    }
  }

  /// Deletes the anonymous users of an age, where the project or tenant does so by
  /// `autodeleteAnonymousUsers`; see ``User/isAnonymous``.
  package func deleteAnonymousUsers(createdUpTo moment: Timestamp) throws {
    try connection.run(
      """
      DELETE FROM users
      WHERE set_id IN (
          SELECT account_sets.id FROM account_sets
            JOIN projects ON projects.id = account_sets.project_id
            LEFT JOIN tenants ON tenants.id = account_sets.tenant_id
          WHERE json_extract(
            iif(tenants.id IS NULL, projects.config, tenants.config),
            '$.autodeleteAnonymousUsers'))
        AND created_at <= ? AND email IS NULL AND phone_number IS NULL AND password_hash IS NULL
        AND links IS NULL AND NOT custom_auth AND NOT has_passkeys
      """, moment)
  }

  /// Removes users of emptied sets, and the sets without users.
  ///
  /// - Returns: true when there is more to remove.
  func removeEmptiedUsers(atMost limit: Int) throws -> Bool {
    var room = limit
    while let set = try reader.emptiedSet() {
      guard room > 0 else { return true }
      try connection.run(
        "DELETE FROM users WHERE id IN (SELECT id FROM users WHERE set_id = ? LIMIT ?)", set, room)
      let removed = connection.changes
      if removed < room {
        try connection.run("DELETE FROM account_sets WHERE id = ?", set)
      }
      room -= removed
    }
    return false
  }

  /// Empties the tables of users, if every user belongs to an emptied set.
  ///
  /// The tables are dropped and created again. Row by row, each user would take ten microseconds
  /// and write ten kilobytes to the log. Every connection then reads the new schema once.
  ///
  /// - Returns: true when it emptied them.
  func dropEmptiedUsers() throws -> Bool {
    lastSet = nil
    guard try reader.emptiedSet() != nil, try !reader.hasUsers() else { return false }
    // Tables before their indexes; the automatic indexes have no text.
    let schema: [String] = try connection.column(
      """
      SELECT sql FROM sqlite_schema
      WHERE tbl_name IN ('users', 'identities', 'second_factors', 'passkeys')
        AND sql IS NOT NULL
      ORDER BY type DESC
      """)
    // The children first: while a table is referred to, dropping it deletes it row by row.
    for table in ["identities", "second_factors", "passkeys", "users"] {
      try connection.run(SQL("DROP TABLE \(table)"))
    }
    for sql in schema { try connection.run(SQL(sql)) }
    try connection.run("DELETE FROM account_sets WHERE project_id IS NULL")
    return true
  }
}

extension ReadTransaction {
  /// A set that was emptied and still has rows.
  func emptiedSet() throws -> Int64? {
    try connection.value("SELECT id FROM account_sets WHERE project_id IS NULL LIMIT 1")
  }

  /// Returns true when a project, or with nil any project, has users.
  package func hasUsers(of project: Project? = nil) throws -> Bool {
    let isUsed = "EXISTS (SELECT 1 FROM users WHERE set_id = account_sets.id) LIMIT 1"
    guard let project else {
      return try connection.hasRow(
        SQL("SELECT 1 FROM account_sets WHERE project_id IS NOT NULL AND \(isUsed)"))
    }
    return try connection.hasRow(
      SQL("SELECT 1 FROM account_sets WHERE project_id = ? AND \(isUsed)"), project.key)
  }
}

extension Store {
  /// The number of users that one transaction removes while other writes wait.
  private static let removedTogether = 200

  /// Removes the users of emptied sets, in transactions that let other writes in between; returns
  /// immediately.
  ///
  /// A process that ends early continues after its next start.
  func removeEmptiedUsers() {
    write(
      { writer in
        let areLeft =
          try !writer.dropEmptiedUsers() && writer.removeEmptiedUsers(atMost: Self.removedTogether)
        return { [weak self] in if areLeft { self?.removeEmptiedUsers() } }
        // A failure is reported as for every write; the next start continues.
      }, failure: { _ in })
  }
}
