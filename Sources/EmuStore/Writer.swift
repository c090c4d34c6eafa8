internal import EmuModel
internal import EmuSQLite

/// What may be changed in the store inside one transaction.
///
/// Extensions by subject hold the changes, and all SQL that writes.
package final class Writer {
  let connection: Connection
  /// The set of the last new user, so that those of an import do not each search for it.
  var lastSet: (scope: AccountScope, id: Int64)?
  private(set) var afterCommitActions: [@Sendable () -> Void] = []

  init(_ connection: Connection) { self.connection = connection }

  /// The same transaction, for questions.
  package var reader: Reader { Reader(connection: connection) }

  /// Runs something once the change is durable, before the caller hears of it.
  ///
  /// Not run when the transaction fails. On the writer's thread: keep it short.
  package func afterCommit(_ action: @escaping @Sendable () -> Void) {
    afterCommitActions.append(action)
  }

  /// Runs `body` so that a refusal inside undoes only what `body` did.
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
extension Writer: Sendable {}
