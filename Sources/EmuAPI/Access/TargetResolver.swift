internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The project and tenant that a request names in its path, body, token or key.
struct RequestTarget {
  var pathProject: String?
  var pathTenant: String?
  var bodyProject: String?
  var bodyTenant: String?
  /// The token whose tenant applies if the request names none.
  var idToken: UncheckedIDToken?
  var key: String?
  /// True if the body names the project by a number.
  var hasNumber = false
}

extension RequestTarget {
  /// - Throws: `APIError` for a name that is neither a text nor a number. A number names nothing:
  ///   the operation's input accepts or rejects it.
  init(
    path: PathParameters, body: JSON, key: String?, _ idTokens: IDTokenCache
  ) throws(APIError) {
    pathProject = path["project"]
    pathTenant = path["tenant"]
    bodyProject = try Self.text("targetProjectId", "target_project_id", in: body)
    bodyTenant = try Self.text("tenantId", "tenant_id", in: body)
    idToken = try Self.text("idToken", "id_token", in: body).flatMap(idTokens.token)
    hasNumber = (body["targetProjectId"] ?? body["target_project_id"])?.double != nil
    self.key = key
  }

  private static func text(
    _ camel: String, _ snake: String, in body: JSON
  ) throws(APIError) -> String? {
    guard let value = body[camel] ?? body[snake], !value.isNull, value.double == nil else {
      return nil
    }
    guard let text = value.string else {
      throw .mismatch(value, .string, at: value.array == nil ? snake : camel)
    }
    return text.isEmpty ? nil : text
  }
}

struct TargetResolver {
  let services: Services
  let caller: Caller
  var access = Access.admin
  /// False for a call that only shows the emulator: a project or tenant that does not exist is empty.
  var createsTargets = true
  let explanation: Explanation

  /// - Throws: `MissingTarget` for a project or tenant that must be created first; `APIError`; the
  ///   errors of the store.
  func tenant(of target: RequestTarget, in project: Project) throws -> Tenant? {
    if let id = try tenantID(target, project.switches.profile.rules) {
      return try tenant(id, in: project)
    }
    // A path with a project and no tenant addresses the project itself.
    guard target.pathProject == nil else { return nil }
    // An unverified token creates no tenant.
    return try target.idToken?.tenantID.flatMap { id in
      let tenant = try services.store.tenant(id, in: project)
      if tenant == nil { try checkDeletion(ofTenant: id, of: project) }
      return tenant
    }
  }

  /// - Throws: as ``tenant(of:in:)``.
  func project(of target: RequestTarget) throws -> Project {
    let id = try projectID(target)
    guard !createsTargets else { return try services.store.project(id) }
    return try services.store.existingProject(id)
      ?? Project(key: -1, id: id, switches: Switches(profile: services.store.directory.profile))
  }

  /// Returns the project id that a request names. The project may not exist yet.
  func projectID(_ target: RequestTarget) throws -> String {
    if !caller.isAdmin, target.bodyProject != nil {
      throw APIError.projectOfClient
    }
    let id =
      try target.pathProject.map(projectID(ofPath:)) ?? target.bodyProject
      ?? projectID(ofKey: target.key)
    guard Project.isPlausible(id: id) else {
      throw APIError.invalidProjectID(Project.idProblem)
    }
    let mode = services.singleProject
    if let problem = mode.problem(with: id, only: services.defaultProject) {
      guard mode == .warn else { throw APIError.invalidProjectID(problem) }
      explanation.add(.singleProject, .warned, Reason(problem))
    }
    return id
  }

  /// Returns the id for the project in a path, such as that of a resource's name: production's names
  /// have the number in place of the id, and all projects share it here.
  private func projectID(ofPath name: String) throws -> String {
    let project = services.defaultProject
    guard name == Project.number, try services.store.existingProject(name) == nil else {
      return name
    }
    let profile =
      try services.store.existingProject(project)?.switches.profile
      ?? services.store.directory.profile
    guard profile.rules.shape == .production else { return name }
    explanation.add(
      .profile, .chose,
      "all projects share the number \(name), so the request went to \(project); the id of a project "
        + "in its place names another")
    return project
  }

  private func projectID(ofKey key: String?) throws -> String {
    guard let key, !key.isEmpty else { return services.defaultProject }
    if let project = try services.store.projectID(selectedBy: key) { return project }
    let project = services.defaultProject
    guard let named = ImpliedAPIKey.project(of: key), Project.isPlausible(id: named) else {
      let shown = key.utf8.count <= 64 ? key : String(key.prefix(64))
      explanation.add(
        remark: Decision(
          .apiKey, .chose,
          "The API key \(shown) is registered to no project, so the request went to \(project). "
            + "If another was meant: POST /emulator/v1/projects/{project}/apiKeys registers a key, "
            + "and an existing project also has the key emulator-{project}."))
      return project
    }
    // The default project has its key before its first use, which makes it.
    if named != project {
      explanation.add(
        .apiKey, .warned,
        "the API key \(ImpliedAPIKey.of(named)) names the project \(named), which does not exist, so "
          + "the request went to \(project); PATCH /emulator/v1/projects/\(named)/settings with {} "
          + "creates it, and POST /emulator/v1/projects/{project}/apiKeys registers the key for "
          + "another")
    }
    return project
  }

  private func tenantID(_ target: RequestTarget, _ rules: ProfileRules) throws -> String? {
    if let path = target.pathTenant, let body = target.bodyTenant, path != body,
      !rules.pathTenantWins
    {
      explanation.add(
        .profile, .warned, "production uses the tenant of the path, \(path)",
        production: ProductionDifference(.profile(.tenantOfPath), "uses the path's"))
      throw APIError.tenantIDMismatch
    }
    return target.pathTenant ?? target.bodyTenant
  }

  private func tenant(_ id: String, in project: Project) throws -> Tenant {
    let isOff = access == .configuration && !project.hasTenants
    if isOff, project.switches.profile.rules.requiresMultiTenancy { throw APIError.multiTenancyOff }
    if let tenant = try services.store.tenant(id, in: project) { return tenant }
    guard project.switches.isOn(.autoCreateTenants), Project.isPlausible(id: id) else {
      explanation.add(
        .switch(.autoCreateTenants), .refused,
        "there is no tenant \(id) and tenants are not made by name")
      try checkDeletion(ofTenant: id, of: project)
      throw noTenant(in: project, project.switches.profile.rules)
    }
    guard createsTargets else { return Tenant(key: -1, id: id) }
    throw MissingTarget.tenant(id, project)
  }

  /// Throws `TENANT_DELETED` as production does, except for calls on the configuration.
  private func checkDeletion(ofTenant id: String, of project: Project) throws {
    guard project.switches.profile.rules.namesDeletedTenants, access != .configuration,
      try services.store.read({ try $0.isDeletedTenant(id, in: project) })
    else { return }
    throw APIError.tenantDeleted
  }

  private func noTenant(in project: Project, _ rules: ProfileRules) -> APIError {
    guard caller.isAdmin else { return APIError("INVALID_TENANT_ID") }
    guard access == .configuration else { return .namedTenantNotFound }
    return project.hasTenants || !rules.requiresMultiTenancy ? .tenantNotFound : .multiTenancyOff
  }

  /// Records that the tenant of a request was made for it, which production does not do.
  func explainCreation(of target: MissingTarget) {
    guard case .tenant(let id, let project) = target,
      project.switches.overrides[.autoCreateTenants] == nil
    else { return }
    let production = noTenant(in: project, .production).ofProduction
    explanation.add(
      .switch(.autoCreateTenants), .warned,
      "tenant \(id) was made for this request; production answers \(production.message)",
      production: ProductionDifference(.check(.autoCreateTenants), .refusal(production.code)))
  }
}
