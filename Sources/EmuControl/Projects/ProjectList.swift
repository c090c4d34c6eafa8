internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuStore

/// The response of `projects`.
struct ProjectPage: Decodable {
  var projects: [ListedProject]
}

struct ListedProject: Decodable {
  var id: String
  /// The ids of the first tenants, sorted.
  var tenants: [String]
}

extension Control {
  /// The limit of listed tenants; `/v2/projects/{project}/tenants` has pages of all.
  private static let mostTenants = 100

  /// `GET projects`: returns all projects, sorted by id.
  func listProjects(_ call: ControlCall) throws -> Answer {
    let profile = services.store.directory.profile
    let projects: [JSON] = try services.store.read { reader in
      try reader.projectIDs().compactMap { id in
        guard let project = try reader.project(id, profile: profile) else { return nil }
        let tenants = try reader.tenantIDs(in: project, after: nil, limit: Self.mostTenants)
        return ["id": .string(id), "tenants": .array(tenants.map(JSON.string))]
      }
    }
    return answer(["projects": .array(projects)])
  }
}
