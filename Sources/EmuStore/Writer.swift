internal import EmuModel
internal import EmuSQLite

/// What may be changed in the store inside one transaction.
///
/// Extensions by subject hold the changes, and all SQL that writes.
package final class Writer {
  let connection: Connection
  /// The set of the last new user, so that those of an import do not each search for it.
  var lastSet: (scope: AccountScope, id: Int64)?
  let memtables: Memtables
  let view: MemtableView
  /// Whether what leads to new users may wait in memory, and not be stored at once.
  let defersLookups: Bool
  /// What waits in memory once the change is durable.
  var newLookups = LookupEntries()
  private var addedActions: [@Sendable () -> Void] = []

  init(_ connection: Connection, _ memtables: Memtables, defersLookups: Bool) {
    self.connection = connection
    self.memtables = memtables
    self.defersLookups = defersLookups
    view = memtables.view
  }

  /// The same transaction, for questions.
  package var reader: Reader { Reader(connection: connection, view: view) }

  /// What follows the commit, in this order.
  var afterCommitActions: [@Sendable () -> Void] {
    guard !newLookups.isEmpty else { return addedActions }
    return [{ [memtables, newLookups] in memtables.append(newLookups) }] + addedActions
  }

  /// Runs something once the change is durable, before the caller hears of it.
  ///
  /// Not run when the transaction fails. On the writer's thread: keep it short.
  package func afterCommit(_ action: @escaping @Sendable () -> Void) {
    addedActions.append(action)
  }

  /// Runs `body` so that a refusal inside undoes only what `body` did.
  package func attempt<T>(_ body: () throws -> T) throws -> T {
    let (actions, lookups) = (addedActions, newLookups)
    do {
      return try connection.savepoint(body)
    } catch {
      addedActions = actions
      newLookups = lookups
      lastSet = nil
      throw error
    }
  }
}

@available(*, unavailable)
extension Writer: Sendable {}
