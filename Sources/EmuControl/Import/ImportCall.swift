internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension Control {
  /// The most users of a project that a warning names.
  private static let namedUsers = 5

  /// Reading them is slow, so a separate thread does it.
  func importUsers(_ call: ControlCall) throws -> ControlAnswer<ImportReport> {
    let id = call.parameters["project"] ?? ""
    try ControlError.check(project: id)
    let options = try ImportOptions(call.request.query)
    if let tenant = options.tenant, !Project.isPlausible(id: tenant) {
      throw ControlError.invalid("tenant: \(Tenant.idProblem).")
    }
    return onImportQueue {
      let body = try DocumentBody.read(call.request, isSeed: options.format == .seed)
      return try importUsers(in: body, into: id, options)
    }
  }

  private func importUsers(
    in body: any StoredBody, into project: String, _ options: ImportOptions
  ) throws -> ImportReport {
    let head = try body.bytes(from: 0, count: ImportFormat.headLength)
    try ImportFormat.checkEncoding(head)
    let format = try options.format ?? ImportFormat(ofFileThatBeginsWith: head)
    var setUp: @Sendable (WriteTransaction) throws -> Void = { _ in }
    let source: @Sendable () -> any UserSource
    switch format {
    case .seed: return try storeSeed(in: body, shownIn: project, options)
    case .ndjson: source = { LineSource(body) }
    case .firebase: source = { AccountSource(body) }
    case .csv: source = { CSVSource(body) }
    case .emulator:
      let export = try EmulatorExport(body, project: project, options, services.providers)
      source = { export.users }
      setUp = { [seeder = services.seeder] writer in
        try seeder.setUp(project, as: export, writer)
      }
    }
    return try UserImport(
      seeder: services.seeder, projectID: project, format: format, options: options,
      now: services.clock.now, setUp: setUp
    ).run(source)
  }

  /// Stores a seed, which names its projects and updates existing users.
  ///
  /// - Parameter project: the project of the path; a warning names the users of other projects.
  private func storeSeed(
    in body: any StoredBody, shownIn project: String, _ options: ImportOptions
  ) throws -> ImportReport {
    guard options.tenant == nil, !options.replaces, !options.isDryRun,
      !options.dropsUnknownHashes, options.hash == nil
    else {
      throw DocumentError(
        message:
          "A seed document names projects, tenants and hash parameters itself, and is stored whole: "
          + "leave out the options for a tenant, to replace, for a dry run, for hashes and without "
          + "passwords.")
    }
    let seed = try Seed(reading: body, providers: services.providers)
    let stored = try services.seeder.seed(seed)
    var report = ImportReport(.seed, isDryRun: false)
    report.stored = stored.created
    report.updated = stored.updated
    let users = seed.projects.reduce(0) { $0 + $1.users.count }
    report.unchanged = users - stored.created - stored.updated
    report.warnings = seed.projects.filter { $0.id != project && !$0.users.isEmpty }.map {
      let names = $0.users.prefix(Self.namedUsers).map(\.common).map { user in
        user.localId ?? user.email ?? user.phoneNumber ?? "a user"
      }
      let others = $0.users.count - names.count
      return "The seed names another project, \($0.id), which has its users: "
        + names.joined(separator: ", ") + (others == 0 ? "." : " and \(others) more.")
    }
    return report
  }
}

extension Seeder {
  /// Applies the configuration of an export folder to a project.
  fileprivate func setUp(
    _ id: String, as export: EmulatorExport, _ writer: WriteTransaction
  ) throws {
    if let setup = export.setup { _ = try apply(setup, writer) }
    guard var config = export.config else { return }
    var project = try writer.insertProject(id)
    let before = project
    // Every folder has this flag, whether it differs from the project's profile or not.
    // The file has each flag; one that is false is absent by default.
    if config.signIn?.allowDuplicateEmails == false, !project.allowsDuplicateEmails {
      config.signIn?.allowDuplicateEmails = nil
      let isEmpty = try JSONEncoding.tree(of: config.signIn).object?.isEmpty == true
      if isEmpty { config.signIn = nil }
    }
    let protects = config.emailPrivacyConfig?.enableImprovedEmailPrivacy
    if protects == project.switches.isOn(.emailEnumerationProtection) {
      config.emailPrivacyConfig = nil
    }
    try project.publishedConfig.apply(
      config, at: "config.json", project.switches.profile.rules)
    try writer.update(project, from: before, in: store)
  }
}
