internal import EmuSQLite

/// The reads of the store inside one transaction.
///
/// Extensions by subject contain the reads and all their SQL.
package struct ReadTransaction {
  let connection: Connection
}

@available(*, unavailable)
extension ReadTransaction: Sendable {}
