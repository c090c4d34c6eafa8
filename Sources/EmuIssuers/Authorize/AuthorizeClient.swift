internal import EmuModel
internal import EmuStore

/// The client of an authorization request, and the project that it works for.
///
/// A provider does not know of Firebase projects. So it is the project that `emulator_project` names,
/// else the first that lists the client, itself or in a tenant, else the default one. `emulator_tenant`
/// names a tenant whose own clients are meant.
struct AuthorizeClient: Sendable {
  let id: String
  let project: Project
  /// The issuer's own clients.
  private let own: [IssuerClient]
  /// How the issuer or else the project has set up the client; nil when neither has.
  let config: ProviderConfig?

  init(_ id: String, _ parameters: AuthorizeParameters, _ issuerID: String, _ call: IssuerCall)
    throws
  {
    self.id = id
    let store = call.services.store
    if let name = parameters["emulator_project"], Project.isPlausible(id: name) {
      let named = try store.project(name)
      let tenant = try parameters["emulator_tenant"].flatMap { try store.tenant($0, in: named) }
      project = tenant.map(named.scoped) ?? named
    } else {
      let listing = try ClientDirectory(store: store, issuerID: issuerID).project(listing: id)
      project = try listing ?? store.project(call.services.defaultProject)
    }
    own = store.settings(ofIssuer: issuerID).clients ?? []
    config = own.first { $0.clientID == id }?.config ?? project.providers[issuerID]
  }

  /// Why the client is not known, as a sentence; nil when it is, or when nobody minds.
  func problem(at issuerID: String) -> String? {
    let known = config?.audiences ?? []
    if known.contains(id) { return nil }
    if !known.isEmpty {
      return "The project \(project.id) has configured \(known.joined(separator: ", ")) for "
        + "\(issuerID), not \(id)."
    }
    guard own.isEmpty else {
      let names = own.map(\.clientID).joined(separator: ", ")
      return "\(issuerID) has the clients \(names), not \(id)."
    }
    guard project.settings.isOn(.requireConfiguredProviders) else { return nil }
    return "The project \(project.id) has no client configured for \(issuerID), and its switch "
      + "requireConfiguredProviders is on. Seed a clientId."
  }
}
