internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// A project as the text of a seed document, piece by piece.
///
/// Users are sorted by id, those of the project before those of tenants. People are in the order of
/// their creation; all other names are sorted. So the export of a seeded export is byte for byte
/// the same.
struct SeedExport: ExportText {
  private enum Place {
    case head, users, tail, end
  }

  private let project: Project
  private let passwords: ExportedPasswords
  private var pages: UserPages
  private var place = Place.head
  private var hasUsers = false

  /// - Parameter passwords: `omitted` for only the values that the Firebase CLI's export folder lacks.
  init(of project: Project, _ passwords: ExportedPasswords) {
    self.project = project
    self.passwords = passwords
    pages = UserPages(of: project)
  }

  mutating func next(_ reader: ReadTransaction) throws -> [UInt8]? {
    switch place {
    case .head:
      place = .users
      return try head(reader)
    case .users:
      if let page = try pages.next(reader) { return try text(of: page) }
      place = .tail
      return []
    case .tail:
      place = .end
      return try tail(reader)
    case .end: return nil
    }
  }

  private func head(_ reader: ReadTransaction) throws -> [UInt8] {
    var setup = try ExportedProject(project: project).document(reader)
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

  private mutating func text(of page: [User]) throws -> [UInt8] {
    var text: [UInt8] = []
    for user in page {
      guard let document = document(of: user) else { continue }
      text += (hasUsers ? ",\n" : "\n").utf8
      text += try JSONEncoding.encode(document)
      hasUsers = true
    }
    return text
  }

  private func document(of user: User) -> UserDocument? {
    let document = UserDocument(user, passwords)
    return passwords == .omitted ? document.supplement : document
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
