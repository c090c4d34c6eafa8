internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// A project as the text of a seed document, piece by piece.
///
/// Users are in the order of their ids, those of the project itself before those of tenants; people
/// in the order in which they came; names of everything else are sorted. So the export of what an
/// export was seeded into is the same, byte for byte.
struct SeedExport {
  /// How many users are in memory at once.
  private static let pageSize = 500

  private enum Place {
    case head
    /// The users of the project itself (nil) or of a tenant, behind an id.
    case users(tenant: String?, after: String?)
    case tail
    case end
  }

  private let project: Project
  private let hasPasswords: Bool
  private var place = Place.head
  private var hasUsers = false

  /// - Parameter hasPasswords: whether passwords that are stored in clear are in it.
  init(of project: Project, hasPasswords: Bool) {
    self.project = project
    self.hasPasswords = hasPasswords
  }

  /// The next piece; nil behind the last one.
  mutating func next(_ reader: Reader) throws -> [UInt8]? {
    switch place {
    case .head:
      place = .users(tenant: nil, after: nil)
      return try head(reader)
    case .users(let tenant, let after):
      return try users(ofTenant: tenant, after: after, reader)
    case .tail:
      place = .end
      return try tail(reader)
    case .end: return nil
    }
  }

  private func head(_ reader: Reader) throws -> [UInt8] {
    var setup = try ExportedProject(project).document(reader)
    let people = try Self.people(projectKey: project.key, reader)
    if !people.isEmpty { setup["people"] = .object(people) }
    let tenants = try ExportedTenant.all(of: project, reader)
    if !tenants.isEmpty { setup["tenants"] = .array(tenants) }
    let members = setup.map { member in
      "\(JSON.string(member.key).serialized()):\(member.value.serialized()),\n"
    }
    let name = JSON.string(project.id).serialized()
    return Array(
      "{\"version\":1,\"projects\":{\(name):{\n\(members.joined())\"users\":[".utf8)
  }

  private mutating func users(
    ofTenant id: String?, after: String?, _ reader: Reader
  ) throws -> [UInt8] {
    let tenant = try id.flatMap { try reader.tenant($0, in: project) }
    let users = try reader.users(
      in: AccountScope(project: project, tenant: tenant), after: after, limit: Self.pageSize)
    var text: [UInt8] = []
    for user in users {
      text += (hasUsers ? ",\n" : "\n").utf8
      text += JSON.object(ExportedUser(user).document(hasPassword: hasPasswords)).serializedBytes()
      hasUsers = true
    }
    if users.count == Self.pageSize {
      place = .users(tenant: id, after: users.last?.uid)
    } else {
      let next = try reader.tenantIDs(in: project, after: id, limit: 1).first
      place = next.map { .users(tenant: $0, after: nil) } ?? .tail
    }
    return text
  }

  /// The people that all projects share, and what is set of issuers.
  private func tail(_ reader: Reader) throws -> [UInt8] {
    let people = try Self.people(projectKey: 0, reader)
    let settings = try reader.issuerSettings()
    var issuers = JSONObject()
    for id in Set(people.keys).union(settings.keys).sorted() {
      var issuer = JSONObject()
      issuer["settings"] = settings[id].map { .object($0.json) }
      issuer["accounts"] = people[id]
      issuers[id] = .object(issuer)
    }
    let rest = issuers.isEmpty ? "" : ",\n\"issuers\":\(JSON.object(issuers).serialized())"
    return Array("\n]}}\(rest)}\n".utf8)
  }

  /// People by issuer. Those whose account was deleted are gone.
  static func people(projectKey: Int64, _ reader: Reader) throws -> JSONObject {
    var all = JSONObject()
    for issuer in try reader.issuersWithPeople(projectKey: projectKey) {
      let scope = PeopleScope(projectKey: projectKey, issuer: issuer)
      let people = try reader.ownPeople(in: scope).map { person in
        let clients = try reader.grants(of: person).filter(\.isActive).map(\.clientID)
        var document = person.json(authorizedClients: clients).object ?? JSONObject()
        document["transferSub"] = nil
        return JSON.object(document)
      }
      if !people.isEmpty { all[issuer] = .array(people) }
    }
    return all
  }
}
