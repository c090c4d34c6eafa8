internal import EmuModel
internal import EmuStore

/// The project in which users are stored, within a transaction.
struct ImportTarget {
  let writer: WriteTransaction
  let project: Project
  private var scopes: [String?: AccountScope] = [:]

  init(_ id: String, _ seeder: Seeder, _ writer: WriteTransaction) throws {
    self.writer = writer
    project = try writer.insertProject(id, profile: seeder.store.directory.profile)
  }

  var sharesEmails: Bool { project.allowsDuplicateEmails }

  /// Returns the scope of a tenant, which is created if new, or of the project itself.
  mutating func scope(of tenantID: String?) throws -> AccountScope {
    if let scope = scopes[tenantID] { return scope }
    let tenant = try tenantID.map { try writer.insertTenant($0, in: project) }
    let scope = AccountScope(project: project, tenant: tenant)
    scopes[tenantID] = scope
    return scope
  }

  /// A value of a user that another user has.
  struct Conflict {
    var field: String
    var owner: User
  }

  /// Returns the first value of a new user that another user has.
  func conflict(of user: User, in scope: AccountScope) throws -> Conflict? {
    func conflict(_ field: String, _ owner: User?) -> Conflict? {
      owner.map { Conflict(field: field, owner: $0) }
    }
    let reader = writer.reader
    if let found = conflict("localId", try reader.user(uid: user.uid, in: scope)) { return found }
    if let email = user.email, !sharesEmails,
      let found = conflict("email", try reader.user(email: email, in: scope))
    {
      return found
    }
    if let number = user.phoneNumber,
      let found = conflict("phoneNumber", try reader.user(phoneNumber: number, in: scope))
    {
      return found
    }
    for link in user.links {
      let owner = try reader.user(providerID: link.providerID, rawID: link.rawID, in: scope)
      if let found = conflict("the identity \(link.providerID):\(link.rawID)", owner) {
        return found
      }
    }
    for passkey in user.passkeys {
      let owner = try reader.user(passkey: passkey.credentialID, in: scope)
      if let found = conflict("a passkey", owner) { return found }
    }
    return nil
  }
}
