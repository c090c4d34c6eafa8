package import EmuModel
internal import EmuSQLite

extension WriteTransaction {
  /// Creates a project, or returns the one that was created meanwhile.
  package func insertProject(_ id: String) throws -> Project {
    if let project = try reader.project(id) { return project }
    try connection.run("INSERT INTO projects (name) VALUES (?)", id)
    return Project(
      key: connection.lastInsertRowID, id: id, switches: Switches(profile: profile))
  }

  /// Returns a project as it is in this transaction, to start a change from.
  package func current(_ project: Project) throws -> Project {
    try reader.project(project.id) ?? project
  }

  package func update(switches: Switches, of project: Project, in store: Store) throws {
    try connection.run(
      "UPDATE projects SET settings = ? WHERE id = ?", switches.stored, project.key)
    afterCommit { store.directory.update { $0.projects[project.id]?.switches = switches } }
  }

  package func update(config: Config, of project: Project, in store: Store) throws {
    try connection.run(
      "UPDATE projects SET config = ? WHERE id = ?", try StoredJSON.text(config), project.key)
    afterCommit { store.directory.update { $0.projects[project.id]?.config = config } }
  }

  /// Stores the switches and the configuration that differ from those of an earlier value.
  package func update(_ project: Project, from before: Project, in store: Store) throws {
    if project.config != before.config {
      try update(config: project.config, of: project, in: store)
    }
    if project.switches != before.switches {
      try update(switches: project.switches, of: project, in: store)
    }
  }

  /// Stores a provider's configuration of a project or tenant, replacing an earlier one.
  package func upsert(
    provider id: String, _ config: ProviderConfig, of project: Project, tenant: Tenant? = nil,
    in store: Store
  ) throws {
    try connection.run(
      """
      INSERT INTO providers (project_id, tenant_id, provider_id, config) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET config = excluded.config
      """, project.key, tenant?.key ?? 0, id, try StoredJSON.text(config))
    follow(id, config, of: project, tenant, in: store)
  }

  /// Removes a provider's configuration, if there is one.
  package func delete(
    provider id: String, of project: Project, tenant: Tenant?, in store: Store
  ) throws {
    try connection.run(
      "DELETE FROM providers WHERE project_id = ? AND tenant_id = ? AND provider_id = ?",
      project.key, tenant?.key ?? 0, id)
    follow(id, nil, of: project, tenant, in: store)
  }

  /// Replaces a provider's configuration in memory after the commit.
  ///
  /// - Parameter config: nil for a removed one.
  private func follow(
    _ id: String, _ config: ProviderConfig?, of project: Project, _ tenant: Tenant?,
    in store: Store
  ) {
    afterCommit { [project = project.id, key = project.key, tenant = tenant?.id] in
      store.directory.update { state in
        state.places[id] = nil
        if let tenant {
          state.tenants[.init(projectKey: key, id: tenant)]?.providers[id] = config
        } else {
          state.projects[project]?.providers.own[id] = config
        }
      }
    }
  }

  /// Registers an API key.
  ///
  /// - Returns: the id of another project that already has the key.
  package func register(
    apiKey: String, for project: Project, in store: Store
  ) throws -> String? {
    // Every project has this key.
    guard apiKey != ImpliedAPIKey.of(project.id) else { return nil }
    if let owner = try reader.projectID(ofAPIKey: apiKey) {
      return owner == project.id ? nil : owner
    }
    try connection.run(
      "INSERT INTO api_keys (api_key, project_id) VALUES (?, ?)", apiKey, project.key)
    afterCommit { store.directory.update { $0.apiKeys?[apiKey] = project.id } }
    return nil
  }

  /// Creates a tenant, or returns the one that was created meanwhile.
  package func insertTenant(
    _ id: String, _ config: TenantConfig = .everythingEnabled, in project: Project
  ) throws -> Tenant {
    if let tenant = try reader.tenant(id, in: project) { return tenant }
    try connection.run(
      "INSERT INTO tenants (project_id, name, config) VALUES (?, ?, ?)", project.key, id,
      try StoredJSON.text(config))
    let key = connection.lastInsertRowID
    try connection.run(
      "DELETE FROM deleted_tenants WHERE project_id = ? AND name = ?", project.key, id)
    return Tenant(key: key, id: id, config: config)
  }

  package func update(config: TenantConfig, of tenant: Tenant, in store: Store) throws {
    try connection.run(
      "UPDATE tenants SET config = ? WHERE id = ?", try StoredJSON.text(config), tenant.key)
    afterCommit {
      store.directory.update { state in
        for (key, cached) in state.tenants where cached.key == tenant.key {
          state.tenants[key]?.config = config
        }
      }
    }
  }

  /// Removes a tenant with its users, providers and credentials under way.
  package func delete(_ tenant: Tenant, of project: Project, in store: Store) throws {
    try deleteUsers(in: AccountScope(project: project, tenant: tenant), of: store)
    for table in try SchemaTable.all(in: connection)
    where table.columns.contains("tenant_id") && table.name != "account_sets" {
      try connection.run(
        SQL("DELETE FROM \(table.name) WHERE project_id = ? AND tenant_id = ?"), project.key,
        tenant.key)
    }
    try connection.run(
      """
      INSERT OR IGNORE INTO deleted_tenants SELECT project_id, name FROM tenants WHERE id = ?
      """, tenant.key)
    try connection.run("DELETE FROM tenants WHERE id = ?", tenant.key)
    afterCommit { store.directory.invalidate() }
  }
}
