package import EmuModel
internal import EmuSQLite

extension Reader {
  /// The project of an id; nil when it was never named.
  package func project(_ id: String, profile: Profile) throws -> Project? {
    guard
      let (key, settings, config) = try connection.first(
        "SELECT id, settings, config FROM projects WHERE name = ?", .text(id),
        row: { row in (row.integer(0), row.text(1), row.text(2)) })
    else { return nil }
    return Project(
      key: key, id: id, settings: Settings(stored: settings, profile: profile),
      config: try StoredJSON.value(ProjectConfig.self, from: config),
      providers: try providers(projectKey: key, tenantKey: 0))
  }

  package func projectIDs() throws -> [String] {
    try connection.all("SELECT name FROM projects ORDER BY name") { row in row.text(0) }
  }

  package func providers(
    projectKey: Int64, tenantKey: Int64
  ) throws -> [String: ProviderConfig] {
    let rows = try connection.all(
      "SELECT provider_id, config FROM providers WHERE project_id = ? AND tenant_id = ?",
      .integer(projectKey), .integer(tenantKey)
    ) { row in (row.text(0), row.text(1)) }
    var providers: [String: ProviderConfig] = [:]
    for (id, config) in rows {
      providers[id] = try StoredJSON.value(ProviderConfig.self, from: config)
    }
    return providers
  }

  package func tenant(_ id: String, in project: Project) throws -> Tenant? {
    try connection.first(
      "SELECT id FROM tenants WHERE project_id = ? AND name = ?", .integer(project.key), .text(id)
    ) { row in Tenant(key: row.integer(0), id: id) }
  }

  /// API key to project id.
  func apiKeys() throws -> [String: String] {
    var keys: [String: String] = [:]
    try connection.query(
      "SELECT api_key, name FROM api_keys JOIN projects ON projects.id = project_id"
    ) { row in keys[row.text(0)] = row.text(1) }
    return keys
  }
}
