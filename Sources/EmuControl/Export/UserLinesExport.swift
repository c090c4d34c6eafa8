internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The users of a project and of its tenants, a page at a time: those of the project itself before those
/// of tenants, in the order of their ids.
struct UserPages: Sendable {
  /// How many users are in memory at once.
  private static let pageSize = 500

  private let project: Project
  /// The tenant whose users come next (nil for the project itself), behind an id.
  private var tenant: String?
  private var after: String?
  private var isOver = false

  init(of project: Project) { self.project = project }

  /// The next page, which may be empty; nil behind the last one.
  mutating func next(_ reader: Reader) throws -> [User]? {
    guard !isOver else { return nil }
    let scope = AccountScope(
      project: project, tenant: try tenant.flatMap { try reader.tenant($0, in: project) })
    let users = try reader.users(in: scope, after: after, limit: Self.pageSize)
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

/// A project's users as NDJSON: a user of a seed on each line.
struct UserLinesExport: ExportText {
  private var pages: UserPages
  private let hasPasswords: Bool

  init(of project: Project, hasPasswords: Bool) {
    pages = UserPages(of: project)
    self.hasPasswords = hasPasswords
  }

  mutating func next(_ reader: Reader) throws -> [UInt8]? {
    try pages.next(reader)?.flatMap { user in
      JSON.object(ExportedUser(user).document(hasPassword: hasPasswords)).serializedBytes() + [0x0A]
    }
  }
}
