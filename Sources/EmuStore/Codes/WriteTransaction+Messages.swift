package import EmuModel
internal import EmuSQLite

extension WriteTransaction {
  /// Deletes e-mails and text messages with their codes, which are rejected from then on.
  ///
  /// - Parameter id: the code of an e-mail or the session of a text message; nil for all of the scope.
  /// - Returns: the number of deleted messages.
  package func deleteMessages(_ id: String?, in scope: AccountScope) throws -> Int {
    var count = 0
    for (table, key) in [("oob_codes", "code"), ("verification_codes", "session")] {
      let all = "DELETE FROM \(table) WHERE project_id = ? AND tenant_id = ?"
      if let id {
        try connection.run(SQL("\(all) AND \(key) = ?"), scope, id)
      } else {
        try connection.run(SQL(all), scope)
      }
      count += connection.changes
    }
    return count
  }
}
