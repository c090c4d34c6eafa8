package import EmuModel
internal import EmuSQLite

/// The store: one SQLite file, read by many threads and written by one.
package final class Store: Sendable {
  let database: Database
  let copies: DatabaseCopies
  private let failures: FailureNotices
  private let file: String?
  package let directory: ProjectDirectory
  let faultDirectory = FaultDirectory()

  /// Opens the store and brings its schema up to date.
  ///
  /// - Parameters:
  ///   - path: the path of the file; nil for one without a name, which is deleted with the process.
  ///   - syncsEveryCommit: true when every commit waits for the disk, so that even a loss of power
  ///     loses nothing.
  ///   - profile: the profile of projects without stored switches.
  ///   - onNotice: receives a message when changes start to fail for a reason outside the program,
  ///     and when closing leaves work to do. It runs on the writer's thread or the caller's.
  /// - Throws: `foreignFile`, `damaged`, `inUse`, `cannotOpen`, `otherSchema`.
  package init(
    path: String? = nil, syncsEveryCommit: Bool = false, profile: Profile = .compatible,
    onNotice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(StoreError) {
    do {
      database = try Database(
        Database.Configuration(
          location: path.map { .file($0) } ?? .temporary, syncsEveryCommit: syncsEveryCommit),
        migrations: migrations)
    } catch {
      throw StoreError(opening: error)
    }
    failures = FailureNotices(onNotice)
    file = path
    copies = DatabaseCopies(folder: path.map { $0 + "-snapshots" })
    directory = ProjectDirectory(profile: profile)
    do { try loadFaults() } catch { throw StoreError(opening: error) }
    // A failure does not prevent the start: the next write reports it.
    if (try? read { try $0.emptiedSet() }) ?? nil != nil { removeEmptiedUsers() }
  }

  /// Runs reads on the caller's thread, in one transaction.
  package func read<T>(_ body: (ReadTransaction) throws -> T) throws -> T {
    try translating {
      try database.read { connection in
        try body(ReadTransaction(connection: connection, profile: directory.profile))
      }
    }
  }

  /// The length of a change, which decides on its transaction.
  package struct ChangeLength: Sendable {
    /// The transaction; nil when it depends on the store's content.
    fileprivate let kind: WriteKind?

    /// The change shares a transaction with others.
    package static let short = Self(kind: .shared)
    /// A part of a long change. It ends early while ``Store/hasWaitingWrites``, and queues the remainder
    /// as the next part.
    package static let part = Self(kind: .part)
    /// The change has its own transaction, and other changes wait. Afterwards the log is emptied into
    /// the file.
    package static let long = Self(kind: nil)

    /// As ``long``, with the tables of a copy to read from.
    static func reading(_ copy: DatabaseCopy) -> Self {
      Self(kind: .bulk(cache: .bulk, reading: copy))
    }
  }

  /// The action after a durable change, on the writer's thread; it must be short.
  package typealias AfterCommit = @Sendable () -> Void

  /// Queues a change for the writer's thread.
  ///
  /// - Parameters:
  ///   - body: returns the action after the commit.
  ///   - failure: called instead, on the writer's thread, when the change has failed and was
  ///     undone.
  package func write(
    as length: ChangeLength = .short,
    _ body: @escaping @Sendable (WriteTransaction) throws -> AfterCommit,
    failure: @escaping @Sendable (any Error) -> Void
  ) {
    database.write(
      as: kind(of: length),
      { connection in
        let writer = WriteTransaction(connection, self.directory.profile)
        let last = try body(writer)
        return { [actions = writer.afterCommitActions] in
          self.follow(actions)
          last()
        }
      }, failure: { error in failure(self.noted(error)) })
  }

  /// Runs a change and waits for it; must not be called on the writer's own thread.
  package func write<T: Sendable>(
    as length: ChangeLength = .short, _ body: @escaping @Sendable (WriteTransaction) throws -> T
  ) throws -> T {
    try database.wait { done in
      write(
        as: length,
        { writer in
          let value = try body(writer)
          return { done(.success(value)) }
        }, failure: { done(.failure($0)) })
    }
  }

  /// True when changes wait while one runs.
  package var hasWaitingWrites: Bool { database.hasWaitingWrites }

  private func kind(of length: ChangeLength) -> WriteKind {
    // A store without users gets its indexes at the end of the load.
    length.kind ?? .bulk(cache: (try? read { try $0.hasAnyUser() }) == false ? .load : .bulk)
  }

  /// Finishes the queue and closes the file.
  ///
  /// - Throws: only when acknowledged data may be lost. Work that remains for the next opening is
  ///   reported to `onNotice`.
  package func close() throws(StoreError) {
    do {
      try database.close { rest in
        if let file { failures.report(closing: rest, file: file) }
      }
    } catch {
      throw StoreError(error, file: file)
    }
  }

  /// Runs the actions that a change has added, once it is durable.
  func follow(_ actions: [@Sendable () -> Void]) {
    failures.recordSuccess()
    for action in actions { action() }
  }

  /// Reports the reason of a failed change, if it is outside the program.
  ///
  /// - Returns: the error for the caller.
  func noted(_ error: any Error) -> any Error {
    let error = translated(error)
    if let error = error as? StoreError { failures.note(error) }
    return error
  }

  /// Runs `body` with its errors translated.
  func translating<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      throw translated(error)
    }
  }

  /// Translates an error of the database into one of the store; returns others unchanged.
  func translated(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    return StoreError(error, file: file)
  }
}

// MARK: - Damaged files

extension Store {
  /// Reads a complete data file without changing it, and checks it for damage.
  ///
  /// - Returns: the damage; nil when the file is sound, empty or missing.
  /// - Throws: `inUse`, `foreignFile`, `cannotOpen`.
  package static func damage(ofFileAt path: String) throws(StoreError) -> String? {
    do { return try Database.damage(ofFileAt: path) } catch { throw StoreError(opening: error) }
  }

  /// Renames a damaged data file and its log, so that a new one can be created.
  ///
  /// - Returns: the new name; nil when the file is sound, empty or missing, and not renamed.
  /// - Throws: as ``damage(ofFileAt:)``.
  package static func renameDamagedFile(at path: String) throws(StoreError) -> String? {
    do {
      return try Database.renameDamagedFile(at: path)
    } catch {
      throw StoreError(opening: error)
    }
  }

  /// The shell command that copies the rows that SQLite reads of a damaged data file to a new one.
  ///
  /// A dump lacks the id of the application. After damage it ends with a rollback, and it would
  /// store the rows of lost parents. Debian's `sqlite3` has no `.recover`.
  package static func commandCopyingRows(of damaged: String, to new: String) -> String {
    """
    (umask 077; sqlite3 \(ShellWord.argument(damaged)) .dump \
    | sed 's/^ROLLBACK;.*/COMMIT;/; s/^PRAGMA foreign_keys=OFF;/PRAGMA foreign_keys=ON;/' \
    | sqlite3 -cmd 'PRAGMA application_id=\(Database.applicationID)' \(ShellWord.argument(new)))
    """
  }
}
