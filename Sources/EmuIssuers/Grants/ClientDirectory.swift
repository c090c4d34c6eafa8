internal import EmuModel
internal import EmuStore

/// Finds out how a client is configured.
///
/// An issuer's own client goes before a project's. A provider's endpoint does not know of Firebase
/// projects and their tenants. So the project is found through what is presented: a secret leads to
/// a consent, that to a person, and that to the project the person belongs to. For a person whom all
/// projects share, and for an unknown secret, it is the first project that lists the client, itself
/// or in a tenant.
struct ClientDirectory {
  let store: Store
  let issuerID: String

  /// - Parameter origin: where what is presented comes from.
  /// - Returns: nil when no project has configured the provider.
  func config(of clientID: String, origin: SecretOrigin?) throws -> ProviderConfig? {
    if let own = ownConfig(of: clientID) { return own }
    let owner = try store.read { reader in
      let grant = try origin.flatMap { try reader.grant(key: $0.grantKey) }
      return try grant.flatMap { try reader.projectID(ofPerson: $0.personKey) }
    }
    if let tenant = origin?.tenant,
      let home = try home(ofTenantClient: clientID, in: owner, tenant: tenant)
    {
      return home.project.providers[issuerID]
    }
    if let owner { return try config(of: clientID, project: owner) }
    return try home(of: clientID)?.project.providers[issuerID]
  }

  /// How a client is configured that works for a project that is known, or for a tenant of it.
  func config(
    of clientID: String, project id: String, tenant: String? = nil
  ) throws -> ProviderConfig? {
    if let own = ownConfig(of: clientID) { return own }
    if let tenant, let home = try home(ofTenantClient: clientID, in: id, tenant: tenant) {
      return home.project.providers[issuerID]
    }
    let project = try store.project(id)
    if lists(project, clientID) { return project.providers[issuerID] }
    let home = try home(ofTenantClient: clientID, in: id)
    return (home?.project ?? project).providers[issuerID]
  }

  /// Who lists a client: a project, or a tenant of one.
  struct Home {
    /// As the tenant sees it where it is one.
    var project: Project
    /// The tenant's id.
    var tenant: String?
  }

  /// The first project that lists a client, else the first with a tenant that does.
  ///
  /// - Parameter named: where to look alone, which is meant even if it lists nobody.
  func home(of clientID: String, in named: Project? = nil) throws -> Home? {
    if let named {
      if lists(named, clientID) { return Home(project: named) }
      return try home(ofTenantClient: clientID, in: named.id) ?? Home(project: named)
    }
    for id in try store.read({ try $0.projectIDs() }) {
      let project = try store.project(id)
      if lists(project, clientID) { return Home(project: project) }
    }
    return try home(ofTenantClient: clientID)
  }

  /// The first project with a tenant of an id that has set up the issuer.
  func project(ofTenant id: String) throws -> Project? {
    try store.tenants(configuring: issuerID).first { $0.tenant == id }
      .map { try store.project($0.project) }
  }

  private func ownConfig(of clientID: String) -> ProviderConfig? {
    store.settings(ofIssuer: issuerID).client(clientID)?.config
  }

  /// The first tenant that lists a client.
  ///
  /// - Parameters:
  ///   - project: where to look alone; nil for everywhere.
  ///   - tenant: the one that is meant; nil for any.
  private func home(
    ofTenantClient clientID: String, in project: String? = nil, tenant: String? = nil
  ) throws -> Home? {
    for name in try store.tenants(configuring: issuerID)
    where name.project == project ?? name.project && name.tenant == tenant ?? name.tenant {
      let whole = try store.project(name.project)
      guard let scoped = try store.tenant(name.tenant, in: whole).map(whole.scoped),
        lists(scoped, clientID)
      else { continue }
      return Home(project: scoped, tenant: name.tenant)
    }
    return nil
  }

  private func lists(_ project: Project, _ clientID: String) -> Bool {
    project.providers[issuerID]?.audiences.contains(clientID) == true
  }
}
