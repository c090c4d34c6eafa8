package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  /// Returns the project of an id; nil when it was never named.
  package func project(_ id: String) throws -> Project? {
    guard
      let (key, switches, config) = try connection.first(
        "SELECT id, settings, config FROM projects WHERE name = ?", id,
        row: { row in (row.integer(0), row.text(1), row.optionalText(2)) })
    else { return nil }
    return Project(
      key: key, id: id, switches: Switches(stored: switches, profile: profile),
      config: try config.map { try StoredJSON.value(Config.self, from: $0) } ?? .initial,
      providers: try providers(projectKey: key, tenantKey: 0))
  }

  package func projectIDs() throws -> [String] {
    try connection.column("SELECT name FROM projects ORDER BY name")
  }

  package func providers(
    projectKey: Int64, tenantKey: Int64
  ) throws -> [String: ProviderConfig] {
    let rows = try connection.all(
      "SELECT provider_id, config FROM providers WHERE project_id = ? AND tenant_id = ?",
      projectKey, tenantKey
    ) { row in (row.text(0), row.text(1)) }
    var providers: [String: ProviderConfig] = [:]
    for (id, config) in rows {
      providers[id] = try StoredJSON.value(ProviderConfig.self, from: config)
    }
    return providers
  }

  package func tenant(_ id: String, in project: Project) throws -> Tenant? {
    guard
      let (key, config) = try connection.first(
        "SELECT id, config FROM tenants WHERE project_id = ? AND name = ?", project.key, id,
        row: { row in (row.integer(0), row.text(1)) })
    else { return nil }
    return Tenant(
      key: key, id: id, config: try StoredJSON.value(TenantConfig.self, from: config),
      providers: try providers(projectKey: project.key, tenantKey: key))
  }

  /// Returns true for the id of a tenant that was deleted, and not created again.
  package func isDeletedTenant(_ id: String, in project: Project) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM deleted_tenants WHERE project_id = ? AND name = ?", project.key, id,
      row: { _ in true }) ?? false
  }

  /// The ids of a project's tenants, in order.
  ///
  /// - Parameters:
  ///   - after: the last id of the page before; nil for the first page.
  ///   - limit: the maximum number.
  package func tenantIDs(
    in project: Project, after: String?, limit: Int
  ) throws -> [String] {
    try connection.column(
      "SELECT name FROM tenants WHERE project_id = ? AND name > ? ORDER BY name LIMIT ?",
      project.key, after ?? "", limit)
  }

  /// The tenants of all projects, in order, by the providers that they have set up.
  func tenantsByProvider() throws -> [String: [TenantReference]] {
    var tenants: [String: [TenantReference]] = [:]
    try connection.query(
      """
      SELECT provider_id, projects.name, tenants.name
      FROM providers JOIN tenants ON tenants.id = tenant_id
        JOIN projects ON projects.id = providers.project_id
      ORDER BY projects.name, tenants.name
      """
    ) { row in
      tenants[row.text(0), default: []].append(
        TenantReference(project: row.text(1), tenant: row.text(2)))
    }
    return tenants
  }

  /// API key to project id.
  package func apiKeys() throws -> [String: String] {
    var keys: [String: String] = [:]
    try connection.query(
      "SELECT api_key, name FROM api_keys JOIN projects ON projects.id = project_id"
    ) { row in keys[row.text(0)] = row.text(1) }
    return keys
  }
}
