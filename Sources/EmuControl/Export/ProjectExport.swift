internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A project as the text of a seed document, or its users as lines of NDJSON, generated while it is read.
///
/// Users are sorted by id, those of the project before those of tenants. People are in the order of
/// their creation; all other names are sorted. So the export of a seeded export is byte for byte
/// the same.
struct ProjectExport: Sendable {
  private static let pageSize = 500

  private let project: Project
  private let format: ExportFormat
  private let passwords: ExportedPasswords
  /// Nil at the end.
  private var next: Position? = .head
  private var hasUsers = false

  private enum Position {
    case head
    /// The users of a tenant, or of the project itself, after an id.
    case users(tenant: String?, after: String?)
    case tail
  }

  init(of project: Project, as format: ExportFormat = .seed, _ passwords: ExportedPasswords) {
    (self.project, self.format) = (project, format)
    self.passwords = format == .supplement ? .omitted : passwords
  }

  /// Returns the next piece, which may be empty; nil at the end.
  mutating func next(_ reader: ReadTransaction) throws -> [UInt8]? {
    switch next {
    case .head?:
      next = .users(tenant: nil, after: nil)
      return format == .ndjson ? [] : try head(reader)
    case .users(let tenant, let after)?: return try text(of: users(tenant, after, reader))
    case .tail?:
      next = nil
      return format == .ndjson ? [] : try tail(reader)
    case nil: return nil
    }
  }

  private mutating func users(
    _ tenant: String?, _ after: String?, _ reader: ReadTransaction
  ) throws -> [User] {
    let known = try tenant.flatMap { try reader.tenant($0, in: project) }
    // A tenant that was deleted meanwhile has no users.
    let users =
      tenant != nil && known == nil
      ? []
      : try reader.users(
        in: AccountScope(project: project, tenant: known), after: after, limit: Self.pageSize)
    if users.count == Self.pageSize {
      next = .users(tenant: tenant, after: users.last?.uid)
    } else {
      let following = try reader.tenantIDs(in: project, after: tenant, limit: 1).first
      next = following.map { .users(tenant: $0, after: nil) } ?? .tail
    }
    return users
  }

  private mutating func text(of users: [User]) throws -> [UInt8] {
    var text: [UInt8] = []
    for user in users {
      let document = UserDocument(user, passwords)
      if format == .ndjson {
        text += try JSONEncoding.encode(document) + [0x0A]
      } else if let document = format == .supplement ? document.supplement : document {
        text += (hasUsers ? ",\n" : "\n").utf8
        text += try JSONEncoding.encode(document)
        hasUsers = true
      }
    }
    return text
  }

  private func head(_ reader: ReadTransaction) throws -> [UInt8] {
    var setup = try project.exportedSetup(reader)
    let people = try Self.people(projectKey: project.key, reader)
    if !people.isEmpty { setup["people"] = .object(people) }
    let tenants = try project.exportedTenants(reader)
    if !tenants.isEmpty { setup["tenants"] = .array(tenants) }
    let members = setup.map { member in
      "\(JSON.string(member.key).serialized()):\(member.value.serialized()),\n"
    }
    let name = JSON.string(project.id).serialized()
    return Array(
      "{\"version\":1,\"projects\":{\(name):{\n\(members.joined())\"users\":[".utf8)
  }

  /// Returns the people that all projects share, and the options of issuers.
  private func tail(_ reader: ReadTransaction) throws -> [UInt8] {
    let people = try Self.people(projectKey: 0, reader)
    let options = try reader.issuerOptions()
    var issuers = JSONObject()
    for id in Set(people.keys).union(options.keys).sorted() {
      var issuer = JSONObject()
      issuer["options"] = try options[id].map(JSONEncoding.tree)
      issuer["accounts"] = people[id]
      issuers[id] = .object(issuer)
    }
    let rest = issuers.isEmpty ? "" : ",\n\"issuers\":\(JSON.object(issuers).serialized())"
    return Array("\n]}}\(rest)}\n".utf8)
  }

  /// Returns people by issuer, without deleted accounts.
  static func people(projectKey: Int64, _ reader: ReadTransaction) throws -> JSONObject {
    var all = JSONObject()
    for issuer in try reader.issuersWithPeople(projectKey: projectKey) {
      let scope = PeopleScope(projectKey: projectKey, issuer: issuer).own
      let people = try reader.people(in: scope, limit: .max).map { person in
        var account = AccountReport(person, consents: try reader.consents(of: person))
        account.transferSub = nil
        return try JSONEncoding.tree(of: account)
      }
      if !people.isEmpty { all[issuer] = .array(people) }
    }
    return all
  }
}
