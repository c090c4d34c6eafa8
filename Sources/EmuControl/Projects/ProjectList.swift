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
    tenants = try reader.tenantUserCounts(in: project).map { Tenant(id: $0.id, users: $0.users) }
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

  func listProjects(_ call: ControlCall) throws -> ControlAnswer<ProjectPage> {
    let projects = try services.store.read { try $0.tenantIDs() }
      .map { ListedProject(id: $0.project, tenants: $0.tenants) }
    return try ControlAnswer(ProjectPage(projects: projects))
  }
}
