package import EmuModel
internal import EmuSQLite

/// The changes of the store inside one transaction.
///
/// Extensions by subject contain the changes and all their SQL.
package final class WriteTransaction {
  let connection: Connection
  /// The profile of projects without stored switches.
  let profile: Profile
  /// The set of the last new user, so that those of an import do not each search for it.
  var lastSet: (scope: AccountScope, id: Int64)?
  private(set) var afterCommitActions: [@Sendable () -> Void] = []

  init(_ connection: Connection, _ profile: Profile) {
    self.connection = connection
    self.profile = profile
  }

  /// The same transaction, for reads.
  package var reader: ReadTransaction { ReadTransaction(connection: connection, profile: profile) }

  /// Adds an action that runs once the change is durable, before the caller is notified.
  ///
  /// It does not run when the transaction fails. It runs on the writer's thread and must be short.
  package func afterCommit(_ action: @escaping @Sendable () -> Void) {
    afterCommitActions.append(action)
  }

  /// Runs `body` so that an error inside undoes only the changes of `body`.
  package func attempt<T>(_ body: () throws -> T) throws -> T {
    let actions = afterCommitActions
    do {
      return try connection.savepoint(body)
    } catch {
      afterCommitActions = actions
      lastSet = nil
      throw error
    }
  }
}

@available(*, unavailable)
extension WriteTransaction: Sendable {}

/// The reads of the store inside one transaction.
///
/// Extensions by subject contain the reads and all their SQL.
package struct ReadTransaction {
  let connection: Connection
  /// The profile of projects without stored switches.
  package var profile = Profile.compatible
  /// False to read users without their passkeys, of which a user may have hundreds.
  var readsPasskeys = true

  /// The same transaction, for users whose passkeys are neither returned nor changed, as in a
  /// sign-in.
  package var withoutPasskeys: ReadTransaction {
    var reader = self
    reader.readsPasskeys = false
    return reader
  }
}

@available(*, unavailable)
extension ReadTransaction: Sendable {}
