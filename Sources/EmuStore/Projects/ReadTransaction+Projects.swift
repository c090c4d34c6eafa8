package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  /// Returns the project of an id; nil when it was never named.
  ///
  /// - Parameter withProviders: true to read the configurations of its providers as well.
  package func project(_ id: String, withProviders: Bool = false) throws -> Project? {
    guard
      let (key, switches, config) = try connection.first(
        "SELECT id, settings, config FROM projects WHERE name = ?", id,
        row: { row in (row.integer(0), row.text(1), row.optionalText(2)) })
    else { return nil }
    var project = Project(
      key: key, id: id, switches: Switches(stored: switches, profile: profile),
      config: try config.map { try StoredJSON.value(Config.self, from: $0) } ?? .initial)
    if withProviders {
      project.providers.own = try providers(in: AccountScope(project: project, tenant: nil))
    }
    return project
  }

  package func projectIDs() throws -> [String] {
    try connection.column("SELECT name FROM projects ORDER BY name")
  }

  /// The ids of the projects, each with those of its tenants, all in order.
  package func tenantIDs() throws -> [(project: String, tenants: [String])] {
    var projects: [(project: String, tenants: [String])] = []
    try connection.query(
      """
      SELECT projects.name, tenants.name
      FROM projects LEFT JOIN tenants ON project_id = projects.id
      ORDER BY projects.name, tenants.name
      """
    ) { row in
      if projects.last?.project != row.text(0) { projects.append((row.text(0), [])) }
      if let tenant = row.optionalText(1) { projects[projects.count - 1].tenants.append(tenant) }
    }
    return projects
  }

  /// Returns the configuration of a provider of a project, or of one tenant.
  package func provider(_ id: String, in scope: AccountScope) throws -> ProviderConfig? {
    try connection.first(
      "SELECT config FROM providers WHERE project_id = ? AND tenant_id = ? AND provider_id = ?",
      scope, id, row: { row in row.text(0) }
    ).map { try StoredJSON.value(ProviderConfig.self, from: $0) }
  }

  /// Returns the first ids of configured providers of a family after an id, in order.
  package func providerIDs(
    of family: ProviderFamily, in scope: AccountScope, after: String?, limit: Int
  ) throws -> [String] {
    try connection.column(
      """
      SELECT provider_id FROM providers
      WHERE project_id = ? AND tenant_id = ? AND provider_id > ? AND provider_id < ?
      ORDER BY provider_id LIMIT ?
      """, scope, max(family.prefix, after ?? ""), family.prefix + "\u{10FFFF}", limit)
  }

  /// Returns the configurations of a project, or of one tenant.
  package func providers(in scope: AccountScope) throws -> [String: ProviderConfig] {
    let rows = try connection.all(
      "SELECT provider_id, config FROM providers WHERE project_id = ? AND tenant_id = ?", scope
    ) { row in (row.text(0), row.text(1)) }
    var providers: [String: ProviderConfig] = [:]
    for (id, config) in rows {
      providers[id] = try StoredJSON.value(ProviderConfig.self, from: config)
    }
    return providers
  }

  /// - Parameter withProviders: true to read the configurations of its providers as well.
  package func tenant(
    _ id: String, in project: Project, withProviders: Bool = false
  ) throws -> Tenant? {
    guard
      let (key, config) = try connection.first(
        "SELECT id, config FROM tenants WHERE project_id = ? AND name = ?", project.key, id,
        row: { row in (row.integer(0), row.text(1)) })
    else { return nil }
    var tenant = Tenant(
      key: key, id: id, config: try StoredJSON.value(TenantConfig.self, from: config))
    if withProviders {
      tenant.providers = try providers(in: AccountScope(project: project, tenant: tenant))
    }
    return tenant
  }

  /// Returns true for the id of a tenant that was deleted, and not created again.
  package func isDeletedTenant(_ id: String, in project: Project) throws -> Bool {
    try connection.hasRow(
      "SELECT 1 FROM deleted_tenants WHERE project_id = ? AND name = ?", project.key, id)
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

  /// Returns the projects and tenants that have configured a provider; nil for none.
  func places(ofProvider id: String) throws -> ProviderPlaces? {
    let rows = try connection.all(
      """
      SELECT projects.name, tenants.name, providers.config
      FROM providers JOIN projects ON projects.id = providers.project_id
        LEFT JOIN tenants ON tenants.id = tenant_id
      WHERE provider_id = ? AND (tenant_id = 0 OR tenants.id IS NOT NULL)
      ORDER BY tenant_id > 0, projects.name, tenants.name
      """, id
    ) { row in
      (ProviderPlaces.Place(project: row.text(0), tenant: row.optionalText(1)), row.text(2))
    }
    var places = ProviderPlaces()
    for (place, config) in rows {
      places.add(try StoredJSON.value(ProviderConfig.self, from: config), of: place)
    }
    return rows.isEmpty ? nil : places
  }

  /// Returns the project that an API key was registered to; nil for any other key.
  package func projectID(ofAPIKey apiKey: String) throws -> String? {
    try connection.value(
      """
      SELECT name FROM api_keys JOIN projects ON projects.id = project_id WHERE api_key = ?
      """, apiKey)
  }

  /// Returns the API keys of a project, in order.
  package func apiKeys(of project: Project) throws -> [String] {
    try connection.column(
      "SELECT api_key FROM api_keys WHERE project_id = ? ORDER BY api_key", project.key)
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
