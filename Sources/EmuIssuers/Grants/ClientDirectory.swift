internal import EmuModel
internal import EmuStore

/// Finds the configuration of a client.
///
/// An issuer's client has precedence over a project's. A provider's endpoint does not know Firebase
/// projects and tenants, so the project is found by the presented secret: through its consent and
/// person. A shared person, an unknown secret, and one of another client or issuer have no project.
/// Then the first project is used that lists the client, itself or in a tenant.
struct ClientDirectory {
  let store: Store
  let issuerID: String

  /// - Returns: nil if no project has configured the provider.
  func config(of clientID: String, origin: SecretOrigin?) throws -> ProviderConfig? {
    let origin = origin.flatMap { $0.isOf(clientID, at: issuerID) ? $0 : nil }
    return try config(of: clientID, project: origin?.project, tenant: origin?.tenant)
  }

  /// - Parameter id: the client's project; nil for the first one that lists it.
  func config(
    of clientID: String, project id: String?, tenant: String? = nil
  ) throws -> ProviderConfig? {
    if let own = ownConfig(of: clientID) { return own }
    let found =
      try tenant.flatMap { try home(of: clientID, project: id, tenant: $0) }
      ?? home(of: clientID, in: id.map { try store.project($0) })
    return found?.project.providers[issuerID]
  }

  /// The project or tenant that lists a client; the project is scoped to the tenant if there is one.
  typealias Home = (project: Project, tenant: String?)

  /// Returns the first project that lists a client, otherwise the first with such a tenant.
  ///
  /// - Parameter named: the only project to search, which is returned even if it does not list the
  ///   client.
  func home(of clientID: String, in named: Project? = nil) throws -> Home? {
    try home(of: clientID, project: named?.id, tenant: nil) ?? named.map { ($0, nil) }
  }

  /// Returns the project whose people a client names: its own, otherwise the default one.
  func projectOfPeople(client: String, _ call: IssuerCall) throws -> Project {
    try home(of: client)?.project ?? store.project(call.services.defaultProject)
  }

  /// Returns the first project with a tenant of this id that has configured the issuer.
  func project(ofTenant id: String) throws -> Project? {
    try store.places(ofProvider: issuerID).first(client: nil, project: nil, tenant: id)
      .map { try store.project($0.project) }
  }

  /// Returns true if a project or a tenant expects tokens of the issuer under this name.
  func expects(name: String) throws -> Bool {
    try store.places(ofProvider: issuerID).issuers.contains(name)
  }

  private func ownConfig(of clientID: String) -> ProviderConfig? {
    store.options(ofIssuer: issuerID).client(clientID)?.config
  }

  /// Returns the first project or tenant that lists a client.
  ///
  /// - Parameters:
  ///   - id: the only project to search; nil for all.
  ///   - tenant: the only tenant to search; nil for all, and projects first.
  private func home(of client: String, project id: String?, tenant: String?) throws -> Home? {
    let places = try store.places(ofProvider: issuerID)
    guard let place = places.first(client: client, project: id, tenant: tenant) else { return nil }
    let project = try store.project(place.project)
    guard let name = place.tenant else { return (project, nil) }
    return try store.tenant(name, in: project)
      .map { (project.scoped(to: $0), name) }
  }
}

extension IssuerCall {
  func clients(of issuer: any FakeIssuer) -> ClientDirectory {
    ClientDirectory(store: services.store, issuerID: issuer.id)
  }
}
