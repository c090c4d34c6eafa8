package import EmuModel
internal import EmuSQLite

/// Everything that is kept: one SQLite file, read by many threads and written by one.
package final class Store: Sendable {
  /// Where and how the data are kept.
  package struct Configuration: Sendable {
    package enum Location: Sendable, Hashable {
      case file(String)
      /// A file without a name, which is gone when the process is.
      case temporary
    }

    package var location: Location
    /// Whether every commit waits for the disk, so that even a loss of power loses nothing.
    package var syncsEveryCommit: Bool
    /// The profile of projects without stored switches.
    package var profile: Profile
    /// Receives a sentence when changes begin to fail for a reason outside the program, and when
    /// closing leaves something to do; on the writer's thread or the caller's.
    package var onNotice: @Sendable (String) -> Void
    /// What brings the schema of a file up to date.
    var migrations = EmuStore.migrations

    package init(
      location: Location, syncsEveryCommit: Bool = false, profile: Profile = .compatible,
      onNotice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.location = location
      self.syncsEveryCommit = syncsEveryCommit
      self.profile = profile
      self.onNotice = onNotice
    }
  }

  let database: Database
  let copies: DatabaseCopies
  let migrations: [Migration]
  private let failures: FailureNotices
  private let file: String?
  package let directory: ProjectDirectory
  let issuers = IssuerDirectory()
  let faultDirectory = FaultDirectory()

  /// Opens the store and brings its schema up to date.
  ///
  /// - Throws: `foreignFile`, `damaged`, `inUse`, `cannotOpen`, `newerSchema`,
  ///   `unreleasedSchema`.
  package init(_ configuration: Configuration) throws(StoreError) {
    do {
      database = try Database(
        Database.Configuration(
          location: configuration.databaseLocation,
          synchronous: configuration.syncsEveryCommit ? .full : .normal),
        migrations: configuration.migrations, unreleased: unreleasedMigrations)
    } catch {
      throw StoreError(opening: error)
    }
    migrations = configuration.migrations
    failures = FailureNotices(configuration.onNotice)
    file = configuration.path
    copies = DatabaseCopies(folder: configuration.path.map { $0 + "-snapshots" })
    directory = ProjectDirectory(profile: configuration.profile)
    // What is left to remove is no reason not to start, and is met again by the write.
    if (try? read { try $0.emptiedSet() }) ?? nil != nil { removeEmptiedUsers() }
  }

  /// Asks on the caller's own thread, over one snapshot.
  package func read<T>(_ body: (Reader) throws -> T) throws -> T {
    do {
      return try database.read { connection in try body(Reader(connection: connection)) }
    } catch {
      throw translated(error)
    }
  }

  /// What follows a change once it is durable, on the writer's thread: keep it short.
  package typealias AfterCommit = @Sendable () -> Void

  /// Queues a change for the writer's thread.
  ///
  /// - Parameters:
  ///   - body: returns what follows it.
  ///   - failure: called in its place, on the writer's thread, once the change has failed and left nothing
  ///     behind.
  package func write(
    _ body: @escaping @Sendable (Writer) throws -> AfterCommit,
    failure: @escaping @Sendable (any Error) -> Void
  ) {
    database.write(
      { try self.afterCommit(of: body, $0) }, failure: { error in failure(self.noted(error)) })
  }

  /// Queues a change for the writer's thread.
  ///
  /// - Parameter completion: called on the writer's thread once the change is durable, or once it
  ///   has failed and left nothing behind.
  package func write<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    write { writer in
      let value = try body(writer)
      return { completion(.success(value)) }
    } failure: { error in
      completion(.failure(error))
    }
  }

  /// Queues a part of a long change as ``write(_:completion:)`` queues a change, with a transaction of its
  /// own: it should end early while ``hasWaitingWrites``, and queue the rest as the next part.
  package func writePart<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    database.writePart(
      { try Self.changes(of: body, $0) },
      completion: { result in completion(self.concluded(result)) })
  }

  /// Whether changes wait while one is made.
  package var hasWaitingWrites: Bool { database.hasWaitingWrites }

  /// Changes something and waits for it; never on the writer's own thread.
  package func write<T: Sendable>(_ body: @escaping @Sendable (Writer) throws -> T) throws -> T {
    // What follows the commit must not come later than the next change.
    try database.write {
      try Self.changes(of: body, $0)
    } waitingFor: {
      self.concluded($0)
    }.get()
  }

  /// Runs a change.
  ///
  /// - Returns: what it returned, and what is to follow the commit.
  static func changes<T>(
    of body: (Writer) throws -> T, _ connection: Connection
  ) throws -> (T, [@Sendable () -> Void]) {
    let writer = Writer(connection)
    let value = try body(writer)
    return (value, writer.afterCommitActions)
  }

  /// Runs a change.
  ///
  /// - Returns: what follows its commit: first what the change has added, then what it returned.
  private func afterCommit(
    of body: (Writer) throws -> AfterCommit, _ connection: Connection
  ) throws -> AfterCommit {
    let (last, actions) = try Self.changes(of: body, connection)
    return {
      self.follow(actions)
      last()
    }
  }

  /// Finishes what was queued and closes the file.
  ///
  /// - Throws: only when something that was acknowledged may be lost. What remains to be done when
  ///   the file is opened next goes to `onNotice`.
  package func close() throws(StoreError) {
    do {
      try database.close { rest in
        if let file { failures.report(closing: rest, file: file) }
      }
    } catch {
      throw StoreError(error, file: file)
    }
  }

  /// Runs what was to follow the commit, or says why there was none.
  func concluded<T>(
    _ result: Result<(T, [@Sendable () -> Void]), any Error>
  ) -> Result<T, any Error> {
    switch result {
    case .success(let (value, actions)):
      follow(actions)
      return .success(value)
    case .failure(let error): return .failure(noted(error))
    }
  }

  /// Does what a change has added, once it is durable.
  private func follow(_ actions: [@Sendable () -> Void]) {
    failures.noteSuccess()
    for action in actions { action() }
  }

  /// Says why a change failed, if that lies outside the program.
  ///
  /// - Returns: the error as callers may know it.
  private func noted(_ error: any Error) -> any Error {
    let error = translated(error)
    if let error = error as? StoreError { failures.note(error) }
    return error
  }

  /// Turns an error of the database into one that callers may know; passes others on.
  func translated(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    return StoreError(error, file: file)
  }
}

// MARK: - Damaged files

extension Store {
  /// Reads the whole of a data file, changing nothing, and looks for damage.
  ///
  /// - Returns: what is damaged; nil when the file is sound, empty or missing.
  /// - Throws: `inUse`, `foreignFile`, `cannotOpen`.
  package static func damage(ofFileAt path: String) throws(StoreError) -> String? {
    do { return try Database.damage(ofFileAt: path) } catch { throw StoreError(opening: error) }
  }

  /// Renames a damaged data file, its log with it; a file that is sound stays as it is.
  ///
  /// - Returns: the new path, which no other file had; nil when nothing is damaged.
  /// - Throws: `inUse`, `foreignFile`, `cannotOpen`.
  package static func moveAsideIfDamaged(_ path: String) throws(StoreError) -> String? {
    do { return try Database.moveAsideIfDamaged(path) } catch { throw StoreError(opening: error) }
  }
}

extension Store.Configuration {
  fileprivate var path: String? {
    guard case .file(let path) = location else { return nil }
    return path
  }

  fileprivate var databaseLocation: Database.Location {
    switch location {
    case .file(let path): .file(path)
    case .temporary: .temporary
    }
  }
}
