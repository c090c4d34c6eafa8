internal import EmuModel

/// The projects and tenants that have configured a provider, as its issuer finds them.
package struct ProviderPlaces: Sendable {
  package struct Place: Sendable {
    package var project: String
    /// Nil for the project itself.
    package var tenant: String?
  }

  /// The values that a place is searched by; nil for any.
  private struct Key: Hashable {
    var client: String?
    var project: String?
    var tenant: String?
  }

  private var first: [Key: Place] = [:]
  /// The issuers whose tokens any of them expects.
  package private(set) var issuers: Set<String> = []
  /// The first project of each service provider of SAML, by its entity id.
  package private(set) var projectsByEntity: [String: String] = [:]

  package init() {}

  /// Adds a place after the earlier ones.
  mutating func add(_ config: ProviderConfig, of place: Place) {
    for client in [nil] + config.audiences {
      for project in [nil, place.project] {
        for tenant in Set([nil, place.tenant]) {
          let key = Key(client: client, project: project, tenant: tenant)
          if first[key] == nil { first[key] = place }
        }
      }
    }
    if let issuer = config.issuer { issuers.insert(issuer) }
    if place.tenant == nil, let entity = config.saml?.spEntityId, projectsByEntity[entity] == nil {
      projectsByEntity[entity] = place.project
    }
  }

  /// Returns the first project with the searched values, otherwise the first tenant; nil for none.
  package func first(client: String?, project: String?, tenant: String?) -> Place? {
    first[Key(client: client, project: project, tenant: tenant)]
  }
}
