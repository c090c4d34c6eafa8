package import EmuModel
internal import EmuSQLite

// The users of a project or tenant are a set (`account_sets`), which their rows name by its number. To
// empty it, however many they are, is to let the next user begin another set: no statement finds
// the rows of the old one, which are removed bit by bit (ADR 0024).

extension Writer {
  /// How many users are removed with the change that empties their set. Tests have no more, and leave
  /// nothing to do.
  private static let removedAtOnce = 200

  /// The set of a project or tenant, made if there is none.
  func accountSet(of scope: AccountScope) throws -> Int64 {
    if let last = lastSet, last.scope == scope { return last.id }
    let keys: [Value] = [.integer(scope.projectKey), .integer(scope.tenantKey)]
    var id = try connection.first(
      "SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?", values: keys
    ) { row in row.integer(0) }
    if id == nil {
      try connection.run(
        "INSERT INTO account_sets (project_id, tenant_id) VALUES (?, ?)", values: keys)
      id = connection.lastInsertRowID
    }
    let set = id ?? 0
    lastSet = (scope, set)
    return set
  }

  /// Deletes every user of a project or tenant.
  package func deleteUsers(in scope: AccountScope, of store: Store) throws {
    lastSet = nil
    try connection.run(
      """
      UPDATE account_sets SET project_id = NULL, tenant_id = NULL
      WHERE project_id = ? AND tenant_id = ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey))
    try removeEmptied(of: store)
  }

  /// Deletes every user of a project and of its tenants.
  package func deleteUsers(of project: Project, in store: Store) throws {
    lastSet = nil
    try connection.run(
      "UPDATE account_sets SET project_id = NULL, tenant_id = NULL WHERE project_id = ?",
      .integer(project.key))
    try removeEmptied(of: store)
  }

  /// Deletes every user.
  func deleteAllUsers(in store: Store) throws {
    lastSet = nil
    try connection.run("UPDATE account_sets SET project_id = NULL, tenant_id = NULL")
    try removeEmptied(of: store)
  }

  /// Removes a few users now, and the others in transactions to come.
  private func removeEmptied(of store: Store) throws {
    if try removeEmptiedUsers(atMost: Self.removedAtOnce) {
      afterCommit { store.removeEmptiedUsers() }
    }
  }

  /// Removes users of emptied sets, and the sets that have none left.
  ///
  /// - Returns: whether there is more to remove.
  func removeEmptiedUsers(atMost limit: Int) throws -> Bool {
    var room = limit
    while let set = try reader.emptiedSet() {
      guard room > 0 else { return true }
      try connection.run(
        "DELETE FROM users WHERE id IN (SELECT id FROM users WHERE set_id = ? LIMIT ?)",
        .integer(set), .integer(room))
      let removed = connection.changes
      if removed < room {
        try connection.run("DELETE FROM account_sets WHERE id = ?", .integer(set))
      }
      room -= removed
    }
    return false
  }

  /// Empties the tables of users at once, if every user belongs to an emptied set.
  ///
  /// The tables are dropped and made again: row by row each user would take ten microseconds and write
  /// ten kilobytes to the log. It costs every connection one look at the new schema.
  ///
  /// - Returns: whether it did.
  func dropEmptiedUsers() throws -> Bool {
    lastSet = nil
    guard try reader.emptiedSet() != nil, try !reader.hasUsers() else { return false }
    // Tables before their indexes; the automatic indexes have no text.
    let schema = try connection.all(
      """
      SELECT sql FROM sqlite_schema
      WHERE tbl_name IN ('users', 'identities', 'second_factors', 'passkeys')
        AND sql IS NOT NULL
      ORDER BY type DESC
      """
    ) { row in row.text(0) }
    // The children first: while a table is referred to, dropping it deletes it row by row.
    for table in ["identities", "second_factors", "passkeys", "users"] {
      try connection.run(SQL("DROP TABLE \(table)"))
    }
    for sql in schema { try connection.run(SQL(sql)) }
    try connection.run("DELETE FROM account_sets WHERE project_id IS NULL")
    return true
  }
}

extension Reader {
  /// A set that was emptied and still has rows.
  func emptiedSet() throws -> Int64? {
    try connection.first("SELECT id FROM account_sets WHERE project_id IS NULL LIMIT 1") { row in
      row.integer(0)
    }
  }

  /// Whether any project or tenant has users.
  fileprivate func hasUsers() throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM account_sets
      WHERE project_id IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE set_id = account_sets.id)
      LIMIT 1
      """
    ) { row in row.integer(0) } != nil
  }
}

extension Store {
  /// How many users one transaction removes, while other writes wait.
  private static let removedTogether = 200

  /// Removes the users of emptied sets, in transactions between which others write; returns at once.
  ///
  /// What a process that ends leaves is removed after its next start.
  func removeEmptiedUsers() {
    write(
      { writer in
        if try writer.dropEmptiedUsers() { return false }
        return try writer.removeEmptiedUsers(atMost: Self.removedTogether)
      },
      completion: { [weak self] result in
        // A failure is noted as that of every write is; the next start goes on.
        if case .success(true) = result { self?.removeEmptiedUsers() }
      })
  }
}
