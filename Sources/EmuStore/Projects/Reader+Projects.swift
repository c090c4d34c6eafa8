internal import EmuJSON
package import EmuModel
internal import EmuSQLite

extension Reader {
  /// The project of an id; nil when it was never named.
  package func project(_ id: String, profile: Profile) throws -> Project? {
    var project = try connection.first(
      "SELECT id, settings, config FROM projects WHERE name = ?", .text(id)
    ) { row in
      Project(
        key: row.integer(0), id: id, settings: Settings(stored: row.text(1), profile: profile),
        config: ProjectConfig(stored: row.text(2)))
    }
    guard let key = project?.key else { return nil }
    project?.providers = try providers(projectKey: key, tenantKey: 0)
    return project
  }

  package func projectIDs() throws -> [String] {
    try connection.all("SELECT name FROM projects ORDER BY name") { row in row.text(0) }
  }

  package func providers(
    projectKey: Int64, tenantKey: Int64
  ) throws -> [String: ProviderConfig] {
    var providers: [String: ProviderConfig] = [:]
    try connection.query(
      "SELECT provider_id, config FROM providers WHERE project_id = ? AND tenant_id = ?",
      .integer(projectKey), .integer(tenantKey)
    ) { row in
      providers[row.text(0)] = ProviderConfig(stored: row.text(1))
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

extension ProjectConfig {
  init(stored text: String) {
    self = (try? JSONDecoding.decode(ProjectConfig.self, from: Array(text.utf8)).value) ?? Self()
  }
}

extension ProviderConfig {
  init(stored text: String) {
    self = (try? JSONDecoding.decode(ProviderConfig.self, from: Array(text.utf8)).value) ?? Self()
  }
}
