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

  /// - Parameter consent: the key of the consent behind what is presented.
  /// - Returns: nil when no project has configured the provider.
  func config(of clientID: String, consent: Int64?) throws -> ProviderConfig? {
    if let own = ownConfig(of: clientID) { return own }
    let owner = try store.read { reader in
      let grant = try consent.flatMap { try reader.grant(key: $0) }
      return try grant.flatMap { try reader.projectID(ofPerson: $0.personKey) }
    }
    if let owner { return try config(of: clientID, project: owner) }
    return try project(listing: clientID)?.providers[issuerID]
  }

  /// How a client is configured that works for a project that is known, or for a tenant of it.
  func config(of clientID: String, project id: String) throws -> ProviderConfig? {
    if let own = ownConfig(of: clientID) { return own }
    let project = try store.project(id)
    if lists(project, clientID) { return project.providers[issuerID] }
    return try (tenant(listing: clientID, in: id) ?? project).providers[issuerID]
  }

  /// The first project that lists a client; as a tenant of it sees it where only that one does.
  func project(listing clientID: String) throws -> Project? {
    for id in try store.read({ try $0.projectIDs() }) {
      let project = try store.project(id)
      if lists(project, clientID) { return project }
    }
    return try tenant(listing: clientID)
  }

  private func ownConfig(of clientID: String) -> ProviderConfig? {
    store.settings(ofIssuer: issuerID).client(clientID)?.config
  }

  /// The project as its first tenant sees it that lists a client.
  ///
  /// - Parameter project: where to look alone; nil for everywhere.
  private func tenant(listing clientID: String, in project: String? = nil) throws -> Project? {
    for name in try store.tenants(configuring: issuerID)
    where name.project == project ?? name.project {
      let whole = try store.project(name.project)
      let scoped = try store.tenant(name.tenant, in: whole).map(whole.scoped)
      if let scoped, lists(scoped, clientID) { return scoped }
    }
    return nil
  }

  private func lists(_ project: Project, _ clientID: String) -> Bool {
    project.providers[issuerID]?.audiences.contains(clientID) == true
  }
}
