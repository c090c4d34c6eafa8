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
    let (owner, ids) = try store.read { reader in
      let grant = try consent.flatMap { try reader.grant(key: $0) }
      let owner = try grant.flatMap { try reader.projectID(ofPerson: $0.personKey) }
      return (owner, owner == nil ? try reader.projectIDs() : [])
    }
    if let owner { return try store.project(owner).providers[issuerID] }
    for id in ids {
      let config = try store.project(id).providers[issuerID]
      if let config, config.audiences.contains(clientID) { return config }
    }
    return nil
  }
}
