internal import EmuSQLite

/// A table as the database describes it, so that a table of a later migration is included.
struct SchemaTable {
  let name: String
  let columns: [String]
  /// The tables that columns refer to by number, by column.
  let references: [String: String]

  /// References to other tables without a foreign key: see `FirstSchema.consents` for the first; in
  /// the second, 0 means no tenant.
  private static let undeclared = [
    "grant_id": "grants", "tenant_id": "tenants", "set_id": "account_sets",
  ]

  /// Every table of ours but the list of migrations.
  static func all(in connection: Connection) throws -> [SchemaTable] {
    let names: [String] = try connection.column(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> ? ORDER BY name
      """, Database.migrationTable)
    return try names.map { name in
      let columns: [String] = try connection.column(
        "SELECT name FROM pragma_table_info(?) ORDER BY cid", name)
      let declared = try connection.all(
        "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", name
      ) { ($0.text(0), $0.text(1)) }
      var references = undeclared.filter { columns.contains($0.key) }
      for (column, table) in declared { references[column] = table }
      return SchemaTable(name: name, columns: columns, references: references)
    }
  }

  /// True when rows have numbers that other rows refer to.
  var isNumbered: Bool { columns.contains("id") }
}
