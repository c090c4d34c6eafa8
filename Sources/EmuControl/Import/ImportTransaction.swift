internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// The users of a file, which are stored in one transaction.
struct ImportTransaction {
  private(set) var report: ImportReport
  private let run: UserImport
  private let writer: WriteTransaction
  private let project: Project
  private let load: UserLoad
  private var scopes: [String?: AccountScope] = [:]
  private var locations = ImportLocations()
  private var firstKey: Int64?

  /// - Parameter keepsIndexes: true to check each user when it is stored.
  init(_ run: UserImport, keepsIndexes: Bool, _ writer: WriteTransaction) throws {
    self.run = run
    self.writer = writer
    report = ImportReport(run.format, isDryRun: run.options.isDryRun)
    try run.prepareUsers(writer)
    try run.setUp(writer)
    project = try run.project(writer)
    load = try writer.beginLoad(keepsIndexes: keepsIndexes)
  }

  private var skipsRefused: Bool { run.options.skipsRefused }
  /// False once nothing will be stored any more.
  private var isStoring: Bool { report.refused == 0 || skipsRefused }

  /// Stores the users of a file, and records why some cannot be stored.
  mutating func store(_ users: inout any UserSource) throws {
    do {
      while var user = try users.next() {
        user.complete(run.options)
        try store(user)
      }
    } catch let error as DocumentError {
      // A truncated file may have had more users.
      guard !skipsRefused else { throw error }
      report.refuse(error.description, .unreadable, at: "")
    }
  }

  private mutating func store(_ user: SourceUser) throws {
    let text = user.location.description
    let document: UserDocument
    do throws(DocumentError) {
      document = try user.document.get()
    } catch {
      return report.refuse(error.description, user.code, at: text)
    }
    // Where nothing is stored, the others are looked at if they can be searched for.
    guard isStoring || load.canSearch else { return }
    let scope = try scope(of: document.common.tenantId)
    do {
      let new = document.newUser(run.seeder.ids, at: run.now)
      let key = try load.store(new, importedFrom: user.record, in: scope)
      if firstKey == nil { firstKey = key }
      locations.append(user.location)
      report.stored += 1
      report.losses.add(user)
    } catch let conflicts as UserConflicts {
      guard let conflict = conflicts.all.first else { throw conflicts }
      if !isOfImport(conflict), try isStored(document, in: scope) {
        report.unchanged += 1
        return
      }
      let code: ImportReport.Code = isOfImport(conflict) ? .duplicate : .alreadyExists
      report.refuse(message(conflict), code, at: text)
    }
  }

  /// Creates the indexes.
  ///
  /// - Throws: `UserLoad.HasConflicts`.
  mutating func finish() throws -> ImportReport {
    if isStoring {
      try load.finish(allowsDuplicateEmails: project.allowsDuplicateEmails)
    } else {
      report.stored = 0
    }
    return report
  }

  /// Returns the scope of a tenant, which is created if new, or of the project itself.
  private mutating func scope(of tenantID: String?) throws -> AccountScope {
    if let scope = scopes[tenantID] { return scope }
    let tenant = try tenantID.map { try writer.insertTenant($0, in: project) }
    let scope = AccountScope(project: project, tenant: tenant)
    scopes[tenantID] = scope
    return scope
  }

  /// Returns true where a user of the project has every value of a document.
  private func isStored(_ document: UserDocument, in scope: AccountScope) throws -> Bool {
    guard let existing = try writer.reader.user(document, in: scope) else { return false }
    var verified = VerifiedPasswords()
    // Other hashes would take the writer's time.
    if document.hash == .ofSeeds, let text = existing.password?.clearText,
      let hash = document.writtenHash(at: run.now)
    {
      verified.check(text, hash)
    }
    var user = existing
    document.apply(to: &user, verified, run.seeder.ids, at: run.now)
    return try user.hasExport(of: existing)
  }

  private func message(_ conflict: UserConflicts.Conflict) -> String {
    let (owner, value) = (conflict.owner, conflict.value)
    guard let firstKey, isOfImport(conflict) else {
      return "\(value): the user \(owner.uid) of the project has the same; "
        + "change one of the two, or add --replace to remove the users that are there"
    }
    let location = locations[Int(owner.key - firstKey)]?.description ?? "another user"
    return "\(value): \(location) has the same; change one of the two"
  }

  /// Returns true where the owner was stored by this transaction, whose keys are consecutive.
  private func isOfImport(_ conflict: UserConflicts.Conflict) -> Bool {
    firstKey.map { conflict.owner.key >= $0 } ?? false
  }
}
