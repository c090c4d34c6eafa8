package import EmuModel
internal import EmuSQLite

/// Everything that is kept: one SQLite file, read by many threads and written by one.
package final class Store: Sendable {
  /// Where and how the data are kept.
  package struct Configuration: Sendable {
    package enum Location: Sendable, Hashable {
      case file(String)
      /// A private folder that is removed at close.
      case temporary
    }

    package var location: Location
    /// Whether every commit waits for the disk, so that even a loss of power loses nothing.
    package var syncsEveryCommit: Bool
    /// The profile of projects without stored switches.
    package var profile: Profile

    package init(
      location: Location, syncsEveryCommit: Bool = false, profile: Profile = .compatible
    ) {
      self.location = location
      self.syncsEveryCommit = syncsEveryCommit
      self.profile = profile
    }
  }

  private let database: Database
  package let directory: ProjectDirectory
  let issuers = IssuerDirectory()

  /// Opens the store and brings its schema up to date.
  ///
  /// - Throws: `foreignFile`, `damaged`, `inUse`, `cannotOpen`, `newerSchema`.
  package init(_ configuration: Configuration) throws(StoreError) {
    do {
      database = try Database(
        Database.Configuration(
          location: configuration.databaseLocation,
          synchronous: configuration.syncsEveryCommit ? .full : .normal),
        migrations: migrations)
    } catch {
      throw StoreError(error)
    }
    directory = ProjectDirectory(profile: configuration.profile)
  }

  /// Asks on the caller's own thread, over one snapshot.
  package func read<T>(_ body: (Reader) throws -> T) throws -> T {
    do {
      return try database.read { connection in try body(Reader(connection: connection)) }
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Queues a change for the writer's thread.
  ///
  /// - Parameter completion: called on the writer's thread once the change is durable, or once it
  ///   has failed and left nothing behind.
  package func write<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    database.write(
      { connection in
        let writer = Writer(connection)
        let value = try body(writer)
        return (value, writer.afterCommitActions)
      },
      completion: { result in
        completion(
          result
            .map { value, actions in
              for action in actions { action() }
              return value
            }
            .mapError(StoreError.translating))
      })
  }

  /// Changes something and waits for it; never on the writer's own thread.
  package func write<T: Sendable>(_ body: @escaping @Sendable (Writer) throws -> T) throws -> T {
    do {
      let (value, actions) = try database.write { connection in
        let writer = Writer(connection)
        let value = try body(writer)
        return (value, writer.afterCommitActions)
      }
      for action in actions { action() }
      return value
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Finishes what was queued and closes the file.
  package func close() throws(StoreError) {
    do { try database.close() } catch { throw StoreError(error) }
  }
}

extension Store.Configuration {
  fileprivate var databaseLocation: Database.Location {
    switch location {
    case .file(let path): .file(path)
    case .temporary: .temporary
    }
  }
}
