internal import EmuSQLite

/// The result of the recovery of a damaged data file.
package struct StoreRecovery: Sendable {
  /// The new name of the damaged file.
  package let damagedFile: String
  /// Sentences about what could be read.
  package let summary: String

  init(_ damagedFile: String, _ tables: [RecoveredTable], usersWithoutLinks: Int) {
    self.damagedFile = damagedFile
    let rows = tables.reduce(0) { $0 + $1.rows }
    let lost = tables.filter { !$0.isComplete }
    let isEmpty = rows == 0 && !lost.isEmpty
    var sentences = [
      isEmpty
        ? "Nothing of it could be read."
        : "It has the \(rows == 1 ? "1 row" : "\(rows) rows") that could be read."
    ]
    if !lost.isEmpty, !isEmpty {
      let names = lost.map { "\($0.name) (\($0.rows) are left)" }.joined(separator: ", ")
      sentences.append("Rows are lost in \(names).")
    }
    if usersWithoutLinks > 0 {
      sentences.append(
        "The links to providers of \(usersWithoutLinks) "
          + "\(usersWithoutLinks == 1 ? "user" : "users") are lost: they could not be read, or another "
          + "user has one of them.")
    }
    sentences.append(
      sentences.count == 1 && !isEmpty
        ? "None is lost."
        : "The command `sqlite3 '\(damagedFile)' .recover` may find more.")
    summary = sentences.joined(separator: " ")
  }
}

extension Store {
  /// Renames a damaged data file and its log, and creates one with what can be read of it.
  ///
  /// A user keeps the links to providers that its row has. Its second factors and passkeys are in
  /// tables of their own, of which rows may be lost. The text that it was imported from is deleted,
  /// since that has what is lost.
  ///
  /// - Returns: nil when the file is sound, empty or missing; it is not touched then.
  /// - Throws: `inUse`, `foreignFile`, `cannotOpen`, `otherSchema`, `diskFull`.
  package static func recover(_ path: String) throws(StoreError) -> StoreRecovery? {
    do throws(DatabaseError) {
      var usersWithoutLinks = 0
      let recovery = try Database.recover(
        path, migrations: EmuStore.migrations, deriving: ["identities"]
      ) { connection throws(DatabaseError) in
        usersWithoutLinks = try deriveIdentities(connection)
        try connection.execute(
          """
          UPDATE users SET
            has_second_factors = EXISTS (SELECT 1 FROM second_factors WHERE user_id = users.id),
            has_passkeys = EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id),
            file_text = NULL
          """)
      }
      return recovery.map {
        StoreRecovery($0.damagedFile, $0.tables, usersWithoutLinks: usersWithoutLinks)
      }
    } catch {
      throw StoreError(opening: error)
    }
  }
}
