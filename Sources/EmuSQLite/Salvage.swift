/// The rows of a table that were read from a damaged file.
package struct SalvagedTable: Sendable, Equatable {
  package let name: String
  /// The number of rows that were stored in the new file.
  package let rows: Int
  /// False if a part of the table could not be read, or a row could not be stored.
  package let isComplete: Bool

  package init(name: String, rows: Int, isComplete: Bool) {
    self.name = name
    self.rows = rows
    self.isComplete = isComplete
  }
}

/// Copies the readable rows of a damaged database into a new one with the same schema.
struct Salvage {
  let source: Connection
  let target: Connection

  /// Copies every table but the list of migrations, parents before the rows that refer to them.
  ///
  /// - Parameter derived: tables that the caller fills from others.
  /// - Throws: the errors of writing.
  func run(without derived: Set<String>) throws(DatabaseError) -> [SalvagedTable] {
    let skipped = derived.union([Migrator.table])
    var result: [SalvagedTable] = []
    for table in try tables() where !skipped.contains(table) { result.append(try copy(table)) }
    return result
  }

  /// The tables of the target, parents first.
  private func tables() throws(DatabaseError) -> [String] {
    var rest = try target.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    ) { $0.text(0) }
    var ordered: [String] = []
    while !rest.isEmpty {
      var waiting: [String] = []
      for table in rest {
        let parents = try target.all(
          "SELECT \"table\" FROM pragma_foreign_key_list(?)", .text(table)
        ) { $0.text(0) }
        if parents.contains(where: { $0 != table && rest.contains($0) }) {
          waiting.append(table)
        } else {
          ordered.append(table)
        }
      }
      precondition(waiting.count < rest.count, "tables refer to each other in a circle")
      rest = waiting
    }
    return ordered
  }

  /// Reads a table from its begin to the first damage, and from its end back to the last one.
  private func copy(_ table: String) throws(DatabaseError) -> SalvagedTable {
    let columns = try target.all("SELECT name FROM pragma_table_info(?)", .text(table)) {
      "\"\($0.text(0))\""
    }
    let names = columns.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let insert = SQL("INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(marks))")
    let key = try order(of: table)
    var rows = 0
    var isComplete = true
    for direction in ["ASC", "DESC"] {
      let order = key.map { "\($0) \(direction)" }.joined(separator: ", ")
      let select = SQL("SELECT \(names) FROM \(table) NOT INDEXED ORDER BY \(order)")
      let outcome = try store(select, by: insert)
      rows += outcome.rows
      isComplete = isComplete && outcome.isReadable && outcome.rows == outcome.read
      if outcome.isReadable { break }
    }
    return SalvagedTable(name: table, rows: rows, isComplete: isComplete)
  }

  /// Returns the columns by which the rows of a table are stored, so that they are read without a sort.
  private func order(of table: String) throws(DatabaseError) -> [String] {
    let hasRowID = try target.first(
      "SELECT NOT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", .text(table)
    ) { $0.bool(0) }
    guard hasRowID == false else { return ["rowid"] }
    return try target.all(
      "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", .text(table)
    ) { "\"\($0.text(0))\"" }
  }

  private struct Outcome {
    var read = 0
    /// The number of stored rows: SQLite passes over one that violates the schema, and over one that
    /// the first direction stored.
    var rows = 0
    var isReadable = true
  }

  private func store(_ select: SQL, by insert: SQL) throws(DatabaseError) -> Outcome {
    var outcome = Outcome()
    var failure: DatabaseError?
    do throws(DatabaseError) {
      try source.query(select) { row throws(DatabaseError) in
        guard failure == nil else { return }
        let values = (0..<row.count).map { row.value($0) }
        outcome.read += 1
        do throws(DatabaseError) {
          try target.run(insert, values: values)
          outcome.rows += target.changes
        } catch {
          // The row is not as the schema requires it, or what it refers to is lost.
          if ![.constraint, .foreignKey, .unique].contains(error.code) { failure = error }
        }
      }
    } catch {
      // The source only reads: whatever fails there is the damage.
      outcome.isReadable = false
    }
    if let failure { throw failure }
    return outcome
  }
}
