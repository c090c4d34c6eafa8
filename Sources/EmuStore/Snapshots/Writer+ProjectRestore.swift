internal import EmuModel
internal import EmuSQLite

extension Writer {
  /// Replaces one project by that of the attached copy; every other stays as it is.
  ///
  /// Numbers of rows that others have taken meanwhile are shifted behind the last of each table.
  func restore(_ id: String, in store: Store) throws {
    let profile = store.directory.profile
    let project =
      try reader.project(id, profile: profile) ?? insertProject(id, profile: profile)
    try reset(project, in: store)
    let tables = try SchemaTable.all(in: connection)
    var shifts: [String: Int64] = [:]
    for table in tables where table.columns.contains("id") {
      shifts[table.name] = try lastNumber(of: table.name)
    }
    // A child may come before its parent, as long as both are there at the end.
    try connection.run("PRAGMA defer_foreign_keys = ON")
    for table in tables where !["projects", "meta"].contains(table.name) {
      try connection.run(SQL(Self.insertion(into: table, projectKey: project.key, shifts)))
    }
    try connection.run(
      SQL(
        """
        UPDATE projects SET (settings, config) =
          (SELECT settings, config FROM \(Database.copySchema).projects WHERE name = ?)
        WHERE id = ?
        """), .text(id), .integer(project.key))
    let faults = try connection.all("SELECT name FROM faults WHERE project = ?", .text(id)) {
      $0.text(0)
    }
    // Their counts begin where they stood.
    afterCommit { for fault in faults { store.faultDirectory.invalidate(putting: fault) } }
  }

  /// The last number that a table has given.
  private func lastNumber(of table: String) throws -> Int64 {
    let present = try connection.first(SQL("SELECT max(id) FROM \(table)")) {
      $0.optionalInteger(0)
    }
    // Where no number may be given twice, SQLite keeps the last itself.
    let given = try connection.first(
      "SELECT seq FROM sqlite_sequence WHERE name = ?", .text(table)
    ) { $0.integer(0) }
    return max((present ?? nil) ?? 0, given ?? 0)
  }

  private static func insertion(
    into table: SchemaTable, projectKey: Int64, _ shifts: [String: Int64]
  ) -> String {
    let values = table.columns.map { column in
      if column == "project_id" { return String(projectKey) }
      let owner = table.isOwnNumber(column) ? table.name : table.references[column]
      guard let owner, let shift = shifts[owner] else { return column }
      // 0 stands for the project itself, and NULL for no row.
      return "CASE \(column) WHEN 0 THEN 0 ELSE \(column) + \(shift) END"
    }
    let source = "\(Database.copySchema).\(table.name)"
    // A key that another project has registered meanwhile stays there.
    let condition =
      table.name == "api_keys"
      ? " WHERE api_key NOT IN (SELECT api_key FROM main.api_keys)" : ""
    return """
      INSERT INTO main.\(table.name) (\(table.columns.joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) FROM \(source)\(condition)
      """
  }
}
