internal import EmuModel
internal import EmuSQLite

extension WriteTransaction {
  /// Replaces one project by that of the attached copy; all others remain.
  ///
  /// Each restored row gets the next free number of its table, in the order of the numbers in the
  /// copy.
  func restore(_ id: String, in store: Store) throws {
    let project = try insertProject(id)
    try reset(project, in: store)
    let tables = try SchemaTable.all(in: connection).filter {
      !["projects", "meta"].contains($0.name)
    }
    let numbered = tables.filter(\.isNumbered).map(\.name)
    for table in numbered { try assignNumbers(table) }
    // A child may be inserted before its parent, as long as both exist at the end.
    try connection.run("PRAGMA defer_foreign_keys = ON")
    for table in tables {
      try connection.run(
        SQL(Self.insertion(into: table, projectKey: project.key, numbered: Set(numbered))))
    }
    for table in numbered { try connection.run(SQL("DROP TABLE \(Self.numbers(of: table))")) }
    try connection.run(
      SQL(
        """
        UPDATE projects SET (settings, config) =
          (SELECT settings, config FROM \(Database.copySchema).projects WHERE name = ?)
        WHERE id = ?
        """), id, project.key)
    let faults = try reader.faults().filter { $0.match.project == id }
    afterCommit {
      store.faultDirectory.with { table in
        for fault in faults { table.insert(fault) }
      }
    }
  }

  /// Maps each number of a table in the copy to the new number of its row.
  private func assignNumbers(_ table: String) throws {
    let numbers = Self.numbers(of: table)
    try connection.run(
      SQL("CREATE TABLE \(numbers) (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)"))
    try connection.run(
      SQL(
        """
        INSERT INTO \(numbers) SELECT id, row_number() OVER (ORDER BY id) + ?
        FROM \(Database.copySchema).\(table)
        """), try lastNumber(of: table))
  }

  private static func numbers(of table: String) -> String { "temp.numbers_of_\(table)" }

  private func lastNumber(of table: String) throws -> Int64 {
    let present = try connection.first(SQL("SELECT max(id) FROM main.\(table)")) {
      $0.optionalInteger(0)
    }
    // SQLite stores the last number of a table that never reuses one.
    let given: Int64? = try connection.value(
      "SELECT seq FROM main.sqlite_sequence WHERE name = ?", table)
    return max((present ?? nil) ?? 0, given ?? 0)
  }

  private static func insertion(
    into table: SchemaTable, projectKey: Int64, numbered: Set<String>
  ) -> String {
    let values = table.columns.map { column in
      if column == "project_id" { return String(projectKey) }
      let owner = column == "id" ? table.name : table.references[column]
      guard let owner, numbered.contains(owner) else { return column }
      // 0 is the project itself, which has no row in the table of tenants.
      return """
        CASE \(column) WHEN 0 THEN 0
          ELSE (SELECT new FROM \(numbers(of: owner)) WHERE old = \(column)) END
        """
    }
    let source = "\(Database.copySchema).\(table.name)"
    // A key that another project has registered meanwhile keeps its project.
    let condition =
      table.name == "api_keys"
      ? " WHERE api_key NOT IN (SELECT api_key FROM main.api_keys)" : ""
    return """
      INSERT INTO main.\(table.name) (\(table.columns.joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) FROM \(source)\(condition)
      """
  }
}
