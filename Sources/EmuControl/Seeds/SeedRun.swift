internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// The storing of one seed, inside a transaction.
struct SeedRun {
  let seeder: Seeder
  let writer: WriteTransaction
  let verified: VerifiedPasswords
  let now: Timestamp
  let parts: Seeder.Scope
  /// Receives the problem of a user that is excluded; nil where such a problem is an error.
  let onExcluded: (@Sendable (DocumentError) -> Void)?
  var report = Seeder.Report()

  mutating func store(_ seed: ProjectSeed) throws {
    var project = try writer.insertProject(seed.id)
    var isChanged = try storeSetup(seed, &project)
    defer { if isChanged { report.settings += 1 } }
    guard parts == .everything else { return }
    for people in seed.people { try store(people, projectKey: project.key) }
    var tenants: [String: Tenant] = [:]
    for (index, document) in (seed.document.tenants ?? []).enumerated() {
      tenants[document.id] = try store(
        document, at: "\(seed.path).tenants[\(index)]", in: project, isChanged: &isChanged)
    }
    // The users of a document have distinct unique values, so an empty store needs no search.
    let load = seed.isLong ? try writer.beginLoad() : nil
    for (index, user) in seed.users.enumerated() {
      let scope = try scope(
        ofTenant: user.common.tenantId, index, of: seed, in: project, &tenants)
      if let load, !load.canSearch {
        _ = try load.store(user.newUser(seeder.ids, at: now), in: scope)
        report.created += 1
      } else {
        do {
          try store(user, index, of: seed, in: scope)
        } catch let error as DocumentError {
          guard let onExcluded else { throw error }
          onExcluded(error)
        }
      }
    }
    do {
      try load?.finish(allowsDuplicateEmails: project.allowsDuplicateEmails)
    } catch is UserLoad.HasConflicts {
      throw DocumentError(
        field: "\(seed.path).users",
        message: "two users have the same address, number or identity; change one of them")
    }
  }

  /// Stores a user of a project's list, which may exist.
  private mutating func store(
    _ document: UserDocument, _ index: Int, of project: ProjectSeed, in scope: AccountScope
  ) throws {
    let existing = try writer.reader.user(document, in: scope)
    var user = existing ?? document.emptyUser(seeder.ids, at: now)
    document.apply(to: &user, verified, seeder.ids, at: now)
    if let existing, try user.hasExport(of: existing) { return }
    if let problem = user.listProblem(from: existing) {
      throw project.error(ofUser: index, "localId", "\(problem) Remove some, or reset first")
    }
    if let existing, user.password != existing.password {
      // A `validSince` in the seed is stored unchanged, as in an import.
      if document.validSince == nil {
        user.endSessions(at: now)
      } else {
        user.inheritEndedSessions(of: existing, at: now)
      }
    }
    do {
      try writer.store(user, over: existing, in: scope)
    } catch let conflicts as UserConflicts {
      guard let conflict = conflicts.all.first else { throw conflicts }
      let member = document.uniqueValues.first { $0.value == conflict.value }?.member
      throw project.error(
        ofUser: index, member ?? "localId",
        "user \(conflict.owner.uid) has this already; change one, or reset first")
    }
    if existing == nil { report.created += 1 } else { report.updated += 1 }
  }

  private func scope(
    ofTenant id: String?, _ index: Int, of seed: ProjectSeed, in project: Project,
    _ tenants: inout [String: Tenant]
  ) throws -> AccountScope {
    guard let id else { return AccountScope(project: project, tenant: nil) }
    guard let tenant = try tenants[id] ?? writer.reader.tenant(id, in: project) else {
      throw seed.error(
        ofUser: index, "tenantId", "there is no tenant \(id); add it to \(seed.path).tenants")
    }
    tenants[id] = tenant
    return AccountScope(project: project, tenant: tenant)
  }

  private mutating func store(
    _ document: TenantDocument, at path: String, in project: Project, isChanged: inout Bool
  ) throws -> Tenant {
    let known = try writer.reader.tenant(document.id, in: project)
    let tenant = try known ?? writer.insertTenant(document.id, in: project)
    var config = tenant.config
    // A new tenant has the written second factors alone.
    if known == nil, document.config.mfaConfig != nil { config.mfaConfig = nil }
    try config.apply(document.config, at: path, project.switches.profile.rules)
    if config != tenant.config {
      try writer.update(config: config, of: tenant, in: seeder.store)
    }
    if known == nil || config != tenant.config { isChanged = true }
    try store(document.providers ?? [:], of: project, tenant)
    return tenant
  }

  private mutating func store(
    _ providers: [String: ProviderConfig], of project: Project, _ tenant: Tenant? = nil
  ) throws {
    let scope = AccountScope(project: project, tenant: tenant)
    for (id, provider) in providers {
      guard try writer.reader.provider(id, in: scope) != provider else { continue }
      try writer.upsert(provider: id, provider, of: project, tenant: tenant, in: seeder.store)
      report.providers += 1
    }
  }

  /// - Returns: true if the project's API keys, switches or configuration changed.
  private mutating func storeSetup(_ seed: ProjectSeed, _ project: inout Project) throws -> Bool {
    let store = seeder.store
    var isChanged = false
    for (index, key) in (seed.document.apiKeys ?? []).enumerated() {
      if try writer.reader.projectID(ofAPIKey: key) == nil { isChanged = true }
      if let owner = try writer.register(apiKey: key, for: project, in: store) {
        throw DocumentError(
          field: "\(seed.path).apiKeys[\(index)]", message: APIKeyRule.taken(by: owner))
      }
    }
    let before = project
    seed.document.settings?.apply(to: &project.switches)
    if let config = seed.document.config {
      try project.publishedConfig.apply(
        config, at: "\(seed.path).config", project.switches.profile.rules)
    }
    // The switches come after the configuration, and the profile before it, whose rules apply.
    seed.document.settings?.apply(to: &project.switches)
    try writer.update(project, from: before, in: store)
    if project != before { isChanged = true }
    try self.store(seed.document.providers ?? [:], of: project)
    return isChanged
  }

  mutating func store(_ options: IssuerOptions, ofIssuer id: String) throws {
    guard try writer.reader.options(ofIssuer: id) != options else { return }
    try writer.store(options, ofIssuer: id, in: seeder.store)
    report.issuers += 1
  }

  mutating func store(_ people: SeedPeople, projectKey: Int64) throws {
    let scope = PeopleScope(projectKey: projectKey, issuer: people.provider.id).own
    let provider = people.provider
    for (index, document) in people.people.enumerated() {
      let new = document.newPerson(of: provider, seeder.ids)
      let existing =
        try document.sub == nil
        ? writer.reader.person(email: new.email ?? "", in: scope)
        : writer.reader.person(subject: new.subject, in: scope)
      var person = existing ?? new
      var isChanged = existing == nil
      if existing == nil {
        person = try writer.upsert(person, in: scope)
      } else {
        do throws(DocumentError) {
          try document.change(&person, of: provider, seeder.ids)
        } catch {
          throw people.error(error, at: index)
        }
        isChanged = person != existing
        if isChanged { try writer.update(person) }
      }
      for client in document.authorizedClients ?? [] {
        if try writer.authorize(person, client: client, at: now).isFirst { isChanged = true }
      }
      if isChanged { report.issuers += 1 }
    }
  }
}

extension ReadTransaction {
  /// Returns the existing user of a checked document, found by the first of its unique values.
  func user(_ document: UserDocument, in scope: AccountScope) throws -> User? {
    try document.uniqueValues.first.flatMap { try user(with: $0.value, in: scope) }
  }
}
