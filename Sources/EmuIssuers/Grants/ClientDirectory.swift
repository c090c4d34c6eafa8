internal import EmuModel
internal import EmuStore

/// Finds out how the client of a token request is configured.
///
/// An issuer's own client goes before a project's. A provider's endpoint does not know of Firebase
/// projects. So the project is found through what
/// is presented: a secret leads to a consent, that to a person, and that to the project the person
/// belongs to. For a person whom all projects share, and for an unknown secret, it is the first
/// project that lists the client.
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
    if let owner { return try store.project(owner).providers[issuerID] }
    return try project(listing: clientID)?.providers[issuerID]
  }

  /// How a client is configured that works for a project that is known.
  func config(of clientID: String, project id: String) throws -> ProviderConfig? {
    try ownConfig(of: clientID) ?? store.project(id).providers[issuerID]
  }

  private func ownConfig(of clientID: String) -> ProviderConfig? {
    store.settings(ofIssuer: issuerID).client(clientID)?.config
  }

  /// The first project that lists a client.
  func project(listing clientID: String) throws -> Project? {
    for id in try store.read({ try $0.projectIDs() }) {
      let project = try store.project(id)
      if project.providers[issuerID]?.audiences.contains(clientID) == true { return project }
    }
    return nil
  }
}
