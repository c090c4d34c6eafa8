internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// The client of an authorization request, and its project.
///
/// A provider does not know Firebase projects. So `emulator_project` names the project. Without it,
/// the first project that lists the client, itself or in a tenant, is used, otherwise the default
/// one. `emulator_tenant` names the tenant of the client; without a project, the first project with
/// that tenant is used.
struct AuthorizeClient: Sendable {
  let id: String
  let project: Project
  /// The id of the client's tenant; nil for a project's client.
  let tenant: String?
  /// The value of `emulator_tenant`, if the project has no such tenant.
  private let unknownTenant: String?
  /// The issuer's clients.
  private let own: [IssuerClient]
  /// The configuration of the client, from the issuer or the project; nil for none.
  let config: ProviderConfig?

  init(_ id: String, _ parameters: FormFields, _ issuerID: String, _ call: IssuerCall)
    throws
  {
    self.id = id
    let store = call.services.store
    let named = try parameters.filled("emulator_project")
      .flatMap { Project.isPlausible(id: $0) ? $0 : nil }.map { try store.project($0) }
    let directory = ClientDirectory(store: store, issuerID: issuerID)
    if let tenantID = parameters.filled("emulator_tenant") {
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
    own = store.options(ofIssuer: issuerID).clients ?? []
    config = own.first { $0.clientId == id }?.config ?? project.providers[issuerID]
  }

  /// Returns the client of a form, authenticated as at the token endpoint.
  ///
  /// - Parameter checksProof: false if the client only names itself.
  /// - Throws: `invalid_client`.
  init(
    authenticating credentials: ClientCredentials, _ fields: FormFields, _ issuer: any FakeIssuer,
    _ call: IssuerCall, checksProof: Bool = true
  ) throws {
    try self.init(credentials.id, fields, issuer.id, call)
    if let problem = problem(at: issuer.id) {
      throw issuer.unknownClient(id, reason: problem)
    }
    try issuer.check(id, config, call)
    if checksProof { try issuer.authenticate(credentials, config, call) }
  }

  /// Returns the reason why the client is unknown, as a sentence; nil if it is known, or if any
  /// client is accepted.
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
      let names = own.map(\.clientId).joined(separator: ", ")
      return "\(issuerID) has the clients \(names), not \(id)."
    }
    guard project.switches.isOn(.requireConfiguredProviders) else { return nil }
    return "The project \(project.id) has no client configured for \(issuerID), and its switch "
      + "requireConfiguredProviders is on. Set one by `auth-emulator providers set \(issuerID) "
      + "--client-id \(id)`, or as clientId of the provider in a seed."
  }
}
