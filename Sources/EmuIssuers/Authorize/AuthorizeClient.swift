internal import EmuModel
internal import EmuStore

/// The client of an authorization request, and the project that it works for.
///
/// A provider does not know of Firebase projects. So it is the project that `emulator_project` names,
/// else the first that lists the client, itself or in a tenant, else the default one. `emulator_tenant`
/// names a tenant whose own clients are meant; without a project it is the first that has it.
struct AuthorizeClient: Sendable {
  let id: String
  let project: Project
  /// The id of the tenant whose client it is; nil for a project's own.
  let tenant: String?
  /// What `emulator_tenant` names and the project does not have.
  private let unknownTenant: String?
  /// The issuer's own clients.
  private let own: [IssuerClient]
  /// How the issuer or else the project has set up the client; nil when neither has.
  let config: ProviderConfig?

  init(_ id: String, _ parameters: AuthorizeParameters, _ issuerID: String, _ call: IssuerCall)
    throws
  {
    self.id = id
    let store = call.services.store
    let named = try parameters["emulator_project"]
      .flatMap { Project.isPlausible(id: $0) ? $0 : nil }.map { try store.project($0) }
    let directory = ClientDirectory(store: store, issuerID: issuerID)
    if let tenantID = parameters["emulator_tenant"] {
      let whole =
        try named ?? directory.project(ofTenant: tenantID)
        ?? store.project(call.services.defaultProject)
      let tenant = try store.tenant(tenantID, in: whole)
      project = tenant.map(whole.scoped) ?? whole
      self.tenant = tenant?.id
      unknownTenant = tenant == nil ? tenantID : nil
    } else {
      let home = try directory.home(of: id, in: named)
      project = try home?.project ?? store.project(call.services.defaultProject)
      tenant = home?.tenant
      unknownTenant = nil
    }
    own = store.settings(ofIssuer: issuerID).clients ?? []
    config = own.first { $0.clientID == id }?.config ?? project.providers[issuerID]
  }

  /// Why the client is not known, as a sentence; nil when it is, or when nobody minds.
  func problem(at issuerID: String) -> String? {
    if let unknownTenant {
      return
        "The project \(project.id) has no tenant \(unknownTenant.prefix(64)). Name its project "
        + "in emulator_project, make it by POST /v2/projects/\(project.id)/tenants, or leave "
        + "emulator_tenant out."
    }
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
