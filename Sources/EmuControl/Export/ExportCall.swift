internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import Synchronization

extension Control {
  /// The response is streamed a page of users at a time, so memory does not grow with their number.
  /// A user who changes in the meantime is exported in the old or the new state. An export has every
  /// stored value, whatever the profile shows and although a tenant is disabled.
  func export(_ call: ControlCall) throws -> ControlAnswer<SeedDocument> {
    let query = call.request.query
    let format: ExportFormat =
      try query.choice(
        "format",
        "seed, ndjson, accounts or supplement. The command auth-emulator export writes the other "
          + "forms, from pages of the format accounts") ?? .seed
    for name in ["tenant", "localId", "pageToken"]
    where query.first(name) != nil && format != .accounts {
      throw ControlError.invalid("\(name) is for the format accounts alone; leave it out.")
    }
    let passwords = query.flag("plainPasswords") ?? false ? ExportedPasswords.plain : .hashed
    let id = query.first("project") ?? services.facts.project
    let store = services.store
    let project = try store.read { try $0.project(id) }
    guard let project else {
      throw ControlError.unknownProject(id, among: try services.store.read { try $0.projectIDs() })
    }
    if format == .accounts { return ControlAnswer(try accounts(of: project, passwords, call)) }
    if format == .seed { try checkCount(of: project) }
    let export = Mutex(ProjectExport(of: project, as: format, passwords))
    let stream = ResponseStream(pulling: {
      try export.withLock { export in try store.read { try export.next($0) } }
    })
    let type = format == .ndjson ? "application/x-ndjson" : "application/json"
    return ControlAnswer(.ready(.stream(stream, type: "\(type); charset=utf-8")))
  }

  /// Checks that the document has no more entries than can be read again.
  private func checkCount(of project: Project) throws {
    let count = try services.store.read { reader in
      let counts = try UserCounts(of: project, reader)
      let people = try [project.key, 0].flatMap { try ProjectExport.people(projectKey: $0, reader) }
      return try 1 + counts.total + counts.tenants.count
        + reader.providers(in: AccountScope(project: project, tenant: nil)).count
        + people.reduce(0) { $0 + ($1.value.array?.count ?? 0) }
    }
    guard count <= Seed.mostEntries else {
      throw ControlError.invalid(
        "The project has \(count) users, people, providers and tenants, and a seed has at most "
          + "\(Seed.mostEntries). Export ndjson, or a folder with the command auth-emulator export, "
          + "which have no such limit.")
    }
  }

  private func accounts(
    of project: Project, _ passwords: ExportedPasswords, _ call: ControlCall
  ) throws -> Answer {
    let query = call.request.query
    let page = try services.store.read { reader in
      let tenant = try query.first("tenant").map { id in
        guard let tenant = try reader.tenant(id, in: project) else {
          throw ControlError.notFound(
            "There is no tenant \(id.prefix(64)) in project \(project.id); leave ?tenant= out for "
              + "the users of the project itself.")
        }
        return tenant
      }
      return try reader.accountPage(
        of: AccountScope(project: project, tenant: tenant), uid: query.first("localId"),
        after: query.first("pageToken"), passwords)
    }
    return .ready(.json(page))
  }
}

enum ExportFormat: String {
  case seed
  /// A seed's user on each line.
  case ndjson
  /// A seed with only the values that the Firebase CLI's export folder lacks.
  case supplement
  /// Pages of users as in that folder.
  case accounts
}
