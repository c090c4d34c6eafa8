import EmuSQLite

@testable import EmuStore

/// The rows of every table of a schema, whatever its columns.
enum AllTables {
  typealias Row = [String: Value]

  /// The tables that belong to no project alone.
  static let shared: Set<String> = [
    "migration", "meta", "signing_keys", "issuer_settings",
  ]

  /// Puts a row into each table, and makes its project.
  ///
  /// - Parameters:
  ///   - number: every integer but the project's number: the row's own, and that of the rows it refers to.
  ///   - text: every text but the project's id, or within a fault.
  ///   - only: the tables; nil for all.
  static func fill(
    _ connection: Connection, number: Int, project: Int, text: String, only: Set<String>? = nil,
    except: Set<String> = []
  ) throws {
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    try connection.run(
      "INSERT OR IGNORE INTO projects (id, name, settings) VALUES (?, ?, ?)",
      values: [.integer(project), .text("p\(project)"), .text(#"{"\#(text)":"on"}"#)])
    for table in try only ?? Set(names(connection))
    where !except.union(["projects", "migration"]).contains(table) {
      let columns = try connection.all(SQL("SELECT name, type FROM pragma_table_info('\(table)')"))
      { row in (name: row.text(0), type: row.text(1)) }
      let values = columns.map { column -> String in
        switch (column.name, column.type) {
        case ("project_id", _): "\(project)"
        case ("project", _): "'p\(project)'"
        case ("fault", _): #"'{"id":"\#(text)","match":{},"effect":{}}'"#
        case (_, "INTEGER"): "\(number)"
        case (_, "BLOB"): "x'00'"
        default: "'\(text)'"
        }
      }
      let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
      try connection.run(
        SQL("INSERT INTO \(table) (\(names)) VALUES (\(values.joined(separator: ", ")))"))
    }
  }

  private static func names(_ connection: Connection) throws -> [String] {
    try connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ) { row in row.text(0) }
  }

  /// Returns the rows of every table, in the order of their keys, without a snapshot's label.
  static func rows(_ connection: Connection) throws -> [String: [Row]] {
    var rows: [String: [Row]] = [:]
    for table in try names(connection) {
      let columns = try connection.all(SQL("SELECT name FROM pragma_table_info('\(table)')")) {
        $0.text(0)
      }
      rows[table] = try connection.all(SQL("SELECT * FROM \(table) ORDER BY 1, 2")) { row in
        Row(uniqueKeysWithValues: columns.enumerated().map { ($1, row.value($0)) })
      }
    }
    rows["meta"]?.removeAll { $0["name"] == .text("snapshot") }
    return rows
  }

  static func rows(_ store: Store) throws -> [String: [Row]] {
    try store.read { try rows($0.connection) }
  }

  /// Returns the rows of a closed file.
  static func rows(ofFileAt path: String) throws -> [String: [Row]] { try read(path, rows) }

  /// Returns the statements that make the tables and indexes of a closed file.
  static func schema(ofFileAt path: String) throws -> [String] {
    try read(path) { connection in
      try connection.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name") {
        row in row.text(0)
      }
    }
  }

  private static func read<T>(_ path: String, _ body: (Connection) throws -> T) throws -> T {
    let database = try Database(.init(location: .file(path)), migrations: migrations)
    defer { try? database.close() }
    return try database.read(body)
  }
}
