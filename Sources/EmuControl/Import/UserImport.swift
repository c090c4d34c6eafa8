internal import EmuModel
internal import EmuStore

/// Stores the users of a file atomically, in one transaction.
///
/// The writer's thread reads, checks and stores one user after the other. In an empty store, the
/// indexes are created at the end (`UserLoad`).
struct UserImport {
  /// The number of users in a part.
  private static let slice = 500

  let seeder: Seeder
  let projectID: String
  let format: ImportFormat
  let options: ImportOptions
  /// Configures the project before its users are stored.
  let setUp: @Sendable (WriteTransaction) throws -> Void

  /// An intentional rollback.
  private struct Aborted: Error {
    let report: ImportReport
  }

  /// Reads and stores all users, and waits for the result, which may take long.
  ///
  /// - Parameter source: returns the users from the first one on.
  func run(
    _ source: @escaping @Sendable () -> any UserSource, _ reader: UserReader
  ) throws -> ImportReport {
    if options.continues { return try storeInParts(source(), reader) }
    do {
      return try storeAtOnce(source, reader, keepsIndexes: false)
    } catch is UserLoad.HasConflicts {
      return try storeAtOnce(source, reader, keepsIndexes: true)
    }
  }

  /// Returns the project, which is created if new.
  func project(_ writer: WriteTransaction) throws -> Project {
    try writer.insertProject(projectID, profile: seeder.store.directory.profile)
  }

  /// Removes existing users, or rejects them, as the options say.
  func prepareUsers(_ writer: WriteTransaction) throws {
    let (store, project) = (seeder.store, try project(writer))
    if options.replaces {
      guard let id = options.tenant else { return try writer.deleteUsers(of: project, in: store) }
      let tenant = try writer.insertTenant(id, in: project)
      try writer.deleteUsers(in: AccountScope(project: project, tenant: tenant), of: store)
    } else if options.requiresEmpty, try writer.reader.hasUsers(of: project) {
      throw ImportFault(
        "The project \(projectID) has users already. Set replace to remove them first.")
    }
  }

  private func storeAtOnce(
    _ source: @escaping @Sendable () -> any UserSource, _ reader: UserReader, keepsIndexes: Bool
  ) throws -> ImportReport {
    do {
      return try seeder.store.write(as: .long) { writer in
        var run = try ImportTransaction(self, keepsIndexes: keepsIndexes, writer)
        var source = source()
        do {
          while let next = try source.next() { try run.store(reader.read(next)) }
        } catch let fault as ImportFault {
          try run.store(.fault(fault))
        }
        var report = try run.finish()
        report.add(unreadMembers: source.unreadMembers)
        guard report.refused == 0 || options.skipsRefused, !options.isDryRun else {
          throw Aborted(report: report)
        }
        return report
      }
    } catch let aborted as Aborted {
      return aborted.report
    }
  }

  // MARK: - In parts

  private func storeInParts(
    _ source: any UserSource, _ reader: UserReader
  ) throws -> ImportReport {
    var source = source
    var report = ImportReport(format, isDryRun: false)
    var isLast = false
    while !isLast {
      var slice: [UserReader.Item] = []
      do {
        while slice.count < Self.slice, !isLast {
          if let next = try source.next() {
            slice.append(reader.read(next))
          } else {
            isLast = true
          }
        }
      } catch let error as ImportFault {
        slice.append(.fault(error))
        isLast = true
      }
      let (before, part) = (report, slice)
      report = try seeder.store.write { writer in
        var run = try ImportTransaction(self, after: before, keepsIndexes: true, writer)
        for item in part { try run.store(item) }
        return run.report
      }
    }
    report.add(unreadMembers: source.unreadMembers)
    return report
  }
}
