internal import EmuModel
internal import EmuStore

/// An import of all users of a file in one transaction.
struct ImportTransaction {
  /// The error of two users that cannot both be stored, found after both were inserted.
  struct HasContradictions: Error {}

  private var target: ImportTarget
  /// nil when each user is searched before it is stored.
  private let load: UserLoad?
  private let skipsRefused: Bool
  private var report: ImportReport
  private var locations = ImportLocations()
  private var firstKey: Int64?

  /// - Parameter searches: true to search the keys of each user before it is stored.
  init(_ run: UserImport, searches: Bool, _ writer: WriteTransaction) throws {
    skipsRefused = run.options.skipsRefused
    report = ImportReport(run.format, isDryRun: run.options.isDryRun)
    var target = try ImportTarget(run.projectID, run.seeder, writer)
    let store = run.seeder.store
    if run.options.replaces {
      if let tenant = run.options.tenant {
        try writer.deleteUsers(in: try target.scope(of: tenant), of: store)
      } else {
        try writer.deleteUsers(of: target.project, in: store)
      }
    } else if run.options.requiresEmpty, try writer.reader.hasUsers(of: target.project) {
      throw ImportFault(
        "The project \(run.projectID) has users already. Set replace to remove them first.")
    }
    try run.setUp(writer)
    // The set-up may have changed the configuration.
    target = try ImportTarget(run.projectID, run.seeder, writer)
    self.target = target
    load = searches ? nil : try writer.beginLoad()
  }

  /// True while users can be searched.
  private var canSearch: Bool { load?.canSearch ?? true }

  mutating func store(_ item: UserReader.Item) throws {
    let new: UserReader.NewUser
    do throws(SeedUser.Problem) {
      new = try item.user.get()
    } catch {
      // A truncated file may have had more users.
      if skipsRefused, item.location == nil { throw ImportFault(error.description) }
      return report.refuse(error.description, error.code, at: item.location?.description ?? "")
    }
    // Nothing will be stored any more: the others are looked at where they can be searched for.
    guard report.refused == 0 || skipsRefused || canSearch, let location = item.location else {
      return
    }
    let scope = try target.scope(of: new.tenantID)
    if canSearch, let conflict = try target.conflict(of: new.user, in: scope) {
      let isOfProject = firstKey.map { conflict.owner.key < $0 } ?? true
      return report.refuse(
        message(conflict, isOfProject), isOfProject ? .alreadyExists : .duplicate,
        at: location.description)
    }
    let key =
      try load?.insert(new.user, in: scope) ?? target.writer.insert(new.user, in: scope).key
    try target.writer.keep(item.record, of: new.user, key, in: scope)
    if firstKey == nil { firstKey = key }
    locations.append(location)
    report.stored += 1
    report.count(item)
  }

  /// Creates the indexes, and reports conflicts between users.
  mutating func finish() throws -> ImportReport {
    if let load, report.refused == 0 || skipsRefused {
      let found = try load.finish(allowsDuplicateEmails: target.sharesEmails)
      if skipsRefused, !found.isEmpty { throw HasContradictions() }
      for found in found {
        let location = location(of: found.last)
        report.refuse(
          "\(found.field.name) \(found.value): \(self.location(of: found.first)) has the same; "
            + "change one of the two",
          .duplicate, at: location)
      }
    }
    if report.refused > 0, !skipsRefused { report.stored = 0 }
    return report
  }

  private func message(_ conflict: ImportTarget.Conflict, _ isOfProject: Bool) -> String {
    guard !isOfProject else {
      return "\(conflict.field): the user \(conflict.owner.uid) of the project has the same; "
        + "change one of the two, or add --replace to remove the users that are there"
    }
    return
      "\(conflict.field): \(location(of: conflict.owner.key)) has the same; change one of the two"
  }

  /// Returns the location of a stored user: keys of one transaction are consecutive.
  private func location(of key: Int64) -> String {
    locations[Int(key - (firstKey ?? key))]?.description ?? "another user"
  }
}

extension UserLoad.Contradiction.Field {
  fileprivate var name: String {
    switch self {
    case .uid: "localId"
    case .email: "email"
    case .phoneNumber: "phoneNumber"
    case .identity: "the identity"
    case .passkey: "the passkey"
    }
  }
}

/// Some users of an import that is stored in parts.
struct ImportPart {
  private(set) var report: ImportReport
  private let seeder: Seeder
  private var target: ImportTarget

  init(_ run: UserImport, _ writer: WriteTransaction, _ report: ImportReport) throws {
    self.report = report
    seeder = run.seeder
    // The project and its tenants are configured once; the results of an earlier run remain.
    if report.stored + report.skipped + report.refused == 0 { try run.setUp(writer) }
    target = try ImportTarget(run.projectID, run.seeder, writer)
  }

  /// Stores a user. An existing one with the same `localId`, otherwise the same address, number or
  /// identity, is skipped.
  mutating func store(_ item: UserReader.Item) throws {
    let location = item.location?.description ?? ""
    let new: UserReader.NewUser
    do throws(SeedUser.Problem) {
      new = try item.user.get()
    } catch {
      return report.refuse(error.description, error.code, at: location)
    }
    let scope = try target.scope(of: new.tenantID)
    if let seed = new.seed, try SeedRun.existing(seed, in: scope, target.writer.reader) != nil {
      report.skipped += 1
      return
    }
    if let conflict = try target.conflict(of: new.user, in: scope) {
      return report.refuse(
        "\(conflict.field): the user \(conflict.owner.uid) has the same; change one of the two",
        .alreadyExists, at: location)
    }
    let key = try target.writer.insert(new.user, in: scope).key
    try target.writer.keep(item.record, of: new.user, key, in: scope)
    report.stored += 1
    report.count(item)
  }
}
