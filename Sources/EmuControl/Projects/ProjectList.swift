internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuStore

/// The answer of `projects`.
struct ProjectPage: Decodable {
  var projects: [ListedProject]
}

struct ListedProject: Decodable {
  var id: String
  /// The ids of its first tenants, in order.
  var tenants: [String]
}

extension Control {
  /// `/v2/projects/{project}/tenants` has pages of what is beyond.
  private static let mostTenants = 100

  /// `GET projects`: every project that was named, in the order of the ids.
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
