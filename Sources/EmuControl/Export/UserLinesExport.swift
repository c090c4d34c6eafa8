internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The users of a project and its tenants, page by page: those of the project before those of
/// tenants, sorted by id.
struct UserPages: Sendable {
  private static let pageSize = 500

  private let project: Project
  /// The tenant of the next users (nil for the project itself); they follow the id `after`.
  private var tenant: String?
  private var after: String?
  private var isOver = false

  init(of project: Project) { self.project = project }

  /// Returns the next page, which may be empty; nil at the end.
  mutating func next(_ reader: ReadTransaction) throws -> [User]? {
    guard !isOver else { return nil }
    let known = try tenant.flatMap { try reader.tenant($0, in: project) }
    // A tenant that was deleted meanwhile has no users.
    let users =
      tenant != nil && known == nil
      ? []
      : try reader.users(
        in: AccountScope(project: project, tenant: known), after: after, limit: Self.pageSize)
    if users.count == Self.pageSize {
      after = users.last?.uid
    } else {
      after = nil
      let next = try reader.tenantIDs(in: project, after: tenant, limit: 1).first
      (tenant, isOver) = (next, next == nil)
    }
    return users
  }
}

/// A project's users as NDJSON: a seed's user on each line.
struct UserLinesExport: ExportText {
  private var pages: UserPages
  private let passwords: ExportedPasswords

  init(of project: Project, _ passwords: ExportedPasswords) {
    pages = UserPages(of: project)
    self.passwords = passwords
  }

  mutating func next(_ reader: ReadTransaction) throws -> [UInt8]? {
    try pages.next(reader)?.flatMap { user in
      try JSONEncoding.encode(UserDocument(user, passwords)) + [0x0A]
    }
  }
}
