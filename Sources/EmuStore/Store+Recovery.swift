internal import EmuSQLite

/// The result of the recovery of a damaged data file.
package struct StoreRecovery: Sendable {
  /// The new name of the damaged file.
  package let damagedFile: String
  /// One or two sentences about what could be read.
  package let summary: String

  init(_ recovery: Database.Recovery) {
    damagedFile = recovery.damagedFile
    let rows = recovery.tables.reduce(0) { $0 + $1.rows }
    let lost = recovery.tables.filter { !$0.isComplete }
    guard rows > 0 || lost.isEmpty else {
      summary = "Nothing of it could be read."
      return
    }
    let kept = "It has the \(rows) rows that could be read."
    let names = lost.map { "\($0.name) (\($0.rows) are left)" }.joined(separator: ", ")
    summary = lost.isEmpty ? kept + " None is lost." : "\(kept) Rows are lost in \(names)."
  }
}

extension Store {
  /// Renames a damaged data file and its log, and creates one with what can be read of it.
  ///
  /// A user keeps the links to providers that its row has. Its second factors and passkeys are in
  /// tables of their own, of which rows may be lost.
  ///
  /// - Returns: nil when the file is sound, empty or missing; it is not touched then.
  /// - Throws: `inUse`, `foreignFile`, `cannotOpen`, `newerSchema`, `unreleasedSchema`, `diskFull`.
  package static func recover(_ path: String) throws(StoreError) -> StoreRecovery? {
    do throws(DatabaseError) {
      let recovery = try Database.recover(
        path, migrations: EmuStore.migrations, unreleased: unreleasedMigrations,
        deriving: ["identities"]
      ) { connection throws(DatabaseError) in
        try deriveIdentities(connection)
        try connection.execute(
          """
          UPDATE users SET
            has_second_factors = EXISTS (SELECT 1 FROM second_factors WHERE user_id = users.id),
            has_passkeys = EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id)
          """)
      }
      return recovery.map(StoreRecovery.init)
    } catch {
      throw StoreError(opening: error)
    }
  }
}
