internal import EmuSQLite

/// What may be asked of the store inside one transaction.
///
/// Extensions by subject hold the questions, and all SQL that reads.
package struct Reader {
  let connection: Connection
}

@available(*, unavailable)
extension Reader: Sendable {}
