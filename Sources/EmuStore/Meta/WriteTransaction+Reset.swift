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
    for table in try SchemaTable.all(in: connection) where table.isReset {
      if table.columns.contains("project_id") {
        try connection.run(SQL("DELETE FROM \(table.name) WHERE project_id = ?"), project.key)
      } else if table.columns.contains("project") {
        try connection.run(SQL("DELETE FROM \(table.name) WHERE project = ?"), project.id)
      }
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
    for table in try SchemaTable.all(in: connection) where table.isReset {
      try connection.run(SQL("DELETE FROM \(table.name)"))
    }
    try connection.run("UPDATE projects SET settings = '{}', config = NULL")
    afterCommit {
      store.directory.invalidate()
      store.faultDirectory.with { $0 = FaultTable() }
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

extension SchemaTable {
  /// The tables whose rows survive a reset, and those of users, who are deleted by their sets.
  private static let others: Set<String> = [
    "projects", "signing_keys", "meta",
    "account_sets", "users", "identities", "second_factors", "passkeys",
  ]

  /// True when a reset empties the table row by row.
  fileprivate var isReset: Bool { !Self.others.contains(name) }
}
