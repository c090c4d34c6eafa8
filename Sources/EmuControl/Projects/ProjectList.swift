internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuStore

struct ProjectPage: Codable {
  var projects: [ListedProject]
}

struct ListedProject: Codable {
  var id: String
  /// The ids of its tenants, sorted.
  var tenants: [String]
}

struct UserCounts: Codable {
  /// Of the project itself.
  var users: Int
  var tenants: [Tenant]

  struct Tenant: Codable {
    var id: String
    var users: Int
  }

  var total: Int { tenants.reduce(users) { $0 + $1.users } }
}

extension UserCounts {
  init(of project: Project, _ reader: ReadTransaction) throws {
    users = try reader.userCount(in: AccountScope(project: project, tenant: nil))
    tenants = try reader.tenantIDs(in: project, after: nil, limit: .max).map { id in
      let scope = AccountScope(project: project, tenant: try reader.tenant(id, in: project))
      return Tenant(id: id, users: try reader.userCount(in: scope))
    }
  }
}

extension Control {
  /// `GET projects/{project}/userCounts`: counts the users of a project and of every tenant, sorted by
  /// id; zeros for an unknown project, which is not created.
  func countUsers(_ call: ControlCall) throws -> ControlAnswer<UserCounts> {
    let counts = try services.store.read { reader in
      return try reader.project(call.parameters["project"] ?? "")
        .map { try UserCounts(of: $0, reader) } ?? UserCounts(users: 0, tenants: [])
    }
    return try ControlAnswer(counts)
  }

  /// `GET projects`: returns all projects, sorted by id.
  func listProjects(_ call: ControlCall) throws -> ControlAnswer<ProjectPage> {
    let projects: [ListedProject] = try services.store.read { reader in
      try reader.projectIDs().compactMap { id in
        guard let project = try reader.project(id) else { return nil }
        let tenants = try reader.tenantIDs(in: project, after: nil, limit: .max)
        return ListedProject(id: id, tenants: tenants)
      }
    }
    return try ControlAnswer(ProjectPage(projects: projects))
  }
}
