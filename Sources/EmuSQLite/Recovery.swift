import CSQLite

package struct RecoveredTable: Sendable, Equatable {
  package let name: String
  /// The number of rows that were stored in the new file.
  package internal(set) var rows = 0
  /// False if a part of the table could not be read, or a row could not be stored.
  package internal(set) var isComplete = true
}

/// Copies the rows that SQLite reads in a damaged database into a new one with the same schema.
struct Recovery {
  let source: Connection
  let target: Connection

  /// Copies every table but the list of migrations, parents before the rows that refer to them,
  /// which is the order of their creation.
  ///
  /// - Parameter derived: tables that the caller fills from others.
  /// - Throws: the errors of writing.
  func run(without derived: Set<String>) throws(DatabaseError) -> [RecoveredTable] {
    let skipped = derived.union([Migrator.table])
    let tables = try target.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid"
    ) { $0.text(0) }
    var result: [RecoveredTable] = []
    for table in tables where !skipped.contains(table) { result.append(try copy(table)) }
    return result
  }

  /// Reads a table from its begin to the first damage, and from its end back to the last one.
  private func copy(_ name: String) throws(DatabaseError) -> RecoveredTable {
    let columns = try target.all("SELECT 1 FROM pragma_table_info(?)", values: [.text(name)]) { _ in
      "?"
    }
    let insert = SQL("INSERT OR IGNORE INTO \(name) VALUES (\(columns.joined(separator: ", ")))")
    var table = RecoveredTable(name: name)
    for isReverse in [false, true] {
      try? correctSchema()
      var failure: DatabaseError?
      do throws(DatabaseError) {
        try source.execute(SQL("PRAGMA reverse_unordered_selects = \(isReverse ? 1 : 0)"))
        try source.query(SQL("SELECT * FROM \(name) NOT INDEXED")) { row throws(DatabaseError) in
          let isStored: Bool
          do throws(DatabaseError) {
            isStored = row.count == columns.count ? try store(row, by: insert) : false
          } catch {
            failure = error
            throw error
          }
          if isStored { table.rows += 1 } else { table.isComplete = false }
        }
        break
      } catch {
        if let failure { throw failure }
        // Reading has failed, which is the damage.
        table.isComplete = false
      }
    }
    return table
  }

  /// - Returns: false for a row that is not as the schema requires it, or that is stored already.
  private func store(_ row: borrowing Row, by insert: SQL) throws(DatabaseError) -> Bool {
    do throws(DatabaseError) {
      try target.run(insert, values: (0..<row.count).map { row.value($0) })
      return target.changes > 0
    } catch {
      if [.constraint, .foreignKey, .unique].contains(error.code) { return false }
      throw error
    }
  }

  /// Gives the tables of the source the definitions that they have in the target, in a transaction
  /// that is never committed.
  private func correctSchema() throws(DatabaseError) {
    source.abandon()
    source.readsDamagedSchema()
    try source.begin(.write)
    try target.query("SELECT name, sql FROM sqlite_schema WHERE type = 'table'") {
      row throws(DatabaseError) in
      try source.run(
        "UPDATE sqlite_schema SET sql = ?2 WHERE type = 'table' AND name = ?1 AND sql <> ?2",
        values: [row.value(0), row.value(1)])
    }
    try source.execute("PRAGMA writable_schema = RESET")
    source.readsDamagedSchema()
  }
}

extension Connection {
  /// Reads what it can of a file whose schema or length is damaged.
  func readsDamagedSchema() { _ = emu_sqlite3_make_schema_writable(pointer) }
}
