internal import EmuModel
internal import EmuStore

/// Finds out how the client of a token request is configured.
///
/// A provider's endpoint does not know of Firebase projects. So the project is found through what
/// is presented: a secret leads to a consent, that to a person, and that to the project the person
/// belongs to. For a person whom all projects share, and for an unknown secret, it is the first
/// project that lists the client.
struct ClientDirectory {
  let store: Store
  let issuerID: String

  /// - Parameter consent: the key of the consent behind what is presented.
  /// - Returns: nil when no project has configured the provider.
  func config(of clientID: String, consent: Int64?) throws -> ProviderConfig? {
    let owner = try store.read { reader in
      let grant = try consent.flatMap { try reader.grant(key: $0) }
      return try grant.flatMap { try reader.projectID(ofPerson: $0.personKey) }
    }
    if let owner { return try store.project(owner).providers[issuerID] }
    return try project(listing: clientID)?.providers[issuerID]
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
