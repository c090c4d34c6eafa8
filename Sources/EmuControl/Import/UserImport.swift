internal import EmuModel
internal import EmuStore

/// Stores the users of a file atomically, in one transaction.
///
/// The writer's thread reads, checks and stores one user after the other. In an empty store, the
/// indexes are created at the end (`UserLoad`).
struct UserImport {
  let seeder: Seeder
  let projectID: String
  let format: ImportFormat
  let options: ImportOptions
  let now: Timestamp
  /// Configures the project before its users are stored.
  let setUp: @Sendable (WriteTransaction) throws -> Void

  /// An intentional rollback.
  private struct Aborted: Error {
    let report: ImportReport
  }

  /// Reads and stores all users, and waits for the result, which may take long.
  ///
  /// - Parameter source: returns the users from the first one on.
  func run(_ source: @escaping @Sendable () -> any UserSource) throws -> ImportReport {
    do {
      return try store(source, keepsIndexes: false)
    } catch is UserLoad.HasConflicts {
      return try store(source, keepsIndexes: true)
    }
  }

  /// Returns the project, which is created if new.
  func project(_ writer: WriteTransaction) throws -> Project {
    try writer.insertProject(projectID)
  }

  /// Removes existing users, or rejects them, as the options say.
  func prepareUsers(_ writer: WriteTransaction) throws {
    let (store, project) = (seeder.store, try project(writer))
    if options.replaces {
      guard let id = options.tenant else { return try writer.deleteUsers(of: project, in: store) }
      let tenant = try writer.insertTenant(id, in: project)
      try writer.deleteUsers(in: AccountScope(project: project, tenant: tenant), of: store)
    } else if options.requiresEmpty, try writer.reader.hasUsers(of: project) {
      throw DocumentError(
        message: "The project \(projectID) has users already. Set replace to remove them first.")
    }
  }

  private func store(
    _ source: @escaping @Sendable () -> any UserSource, keepsIndexes: Bool
  ) throws -> ImportReport {
    do {
      return try seeder.store.write(as: .long) { writer in
        var run = try ImportTransaction(self, keepsIndexes: keepsIndexes, writer)
        var users = source()
        try run.store(&users)
        var report = try run.finish()
        report.close(unreadMembers: users.unreadMembers)
        guard report.refused == 0 || options.skipsRefused, !options.isDryRun else {
          throw Aborted(report: report)
        }
        return report
      }
    } catch let aborted as Aborted {
      return aborted.report
    }
  }
}
