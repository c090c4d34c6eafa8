internal import EmuModel
internal import EmuSQLite

/// Checks that a store can work with the content of a snapshot from any source, before it replaces
/// the store's own.
///
/// SQLite checks pages, indexes, unique values and foreign keys. The other checks are rules that no
/// constraint of the schema can express.
struct SnapshotCheck {
  /// It has the tables of this version.
  let copy: Connection
  private var reader: ReadTransaction { ReadTransaction(connection: copy) }

  /// - Returns: the first problem, as the end of a sentence that begins with the file; nil for
  ///   none.
  func problem() throws -> String? {
    let damage: String? = try copy.value("PRAGMA integrity_check(1)")
    guard damage == "ok" else { return "is damaged (\(damage ?? "it has no content"))" }
    if let table = try tableWithMissingReference() {
      return "has rows of the table \(table) that refer to missing rows"
    }
    do {
      if let uid = try userThatKeysMiss() {
        return "has a user \"\(uid)\" whose stored identities differ from the ones it is found by"
      }
      try readDocuments()
      return nil
    } catch let error as StoreError where error.code == .damaged {
      return "has content that cannot be read (\(error.message))"
    } catch let error as DatabaseError where error.code == .corrupt {
      return "has content that cannot be read (\(error.message))"
    }
  }

  private func tableWithMissingReference() throws -> String? {
    let table: String? = try copy.value("PRAGMA foreign_key_check")
    if let table { return table }
    // The set of a key is that of its user, which no foreign key expresses.
    for table in ["identities", "passkeys"] {
      let mismatch = SQL(
        """
        SELECT 1 FROM \(table) JOIN users ON users.id = user_id
        WHERE \(table).set_id <> users.set_id LIMIT 1
        """)
      if try copy.hasRow(mismatch) { return table }
    }
    return nil
  }

  /// - Returns: the uid of a user whose row and keys in other tables differ.
  private func userThatKeysMiss() throws -> String? {
    var problem: String?
    try copy.query("SELECT id, uid, links FROM users") { row throws(DatabaseError) in
      guard problem == nil else { return }
      let stored = try row.links(2).map { [$0.providerID, $0.rawID] }
      let keys = try copy.all(
        "SELECT provider_id, raw_id FROM identities WHERE user_id = ? ORDER BY provider_id",
        row.integer(0)
      ) { [$0.text(0), $0.text(1)] }
      let isEqual =
        stored.count == keys.count
        && zip(stored, keys).allSatisfy { stored, key in
          zip(stored, key).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        }
      if !isEqual { problem = row.text(1) }
    }
    guard problem == nil else { return problem }
    return try copy.value(
      """
      SELECT uid FROM users
      WHERE has_second_factors <> EXISTS (SELECT 1 FROM second_factors WHERE user_id = users.id)
        OR has_passkeys <> EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id)
      """)
  }

  /// Reads everything that is stored as JSON.
  private func readDocuments() throws {
    for id in try reader.projectIDs() {
      guard let project = try reader.project(id, withProviders: true) else { continue }
      for tenant in try reader.tenantIDs(in: project, after: nil, limit: .max) {
        _ = try reader.tenant(tenant, in: project, withProviders: true)
      }
    }
    _ = try reader.faults()
    _ = try reader.issuerOptions()
  }
}
