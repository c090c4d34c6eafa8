import EmuModel
import EmuSQLite
import Testing

@testable import EmuStore

/// Every table of the schema, with the effect of a reset.
@Suite struct `Tables under a reset` {
  private static let kept: Set<String> = ["migration", "projects", "signing_keys", "meta"]

  private func tables(_ database: Database) throws -> [String: Int] {
    try database.read { connection in
      let names = try connection.all(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
      ) { row in row.text(0) }
      var counts: [String: Int] = [:]
      for name in names {
        counts[name] = try connection.first(SQL("SELECT count(*) FROM \(name)")) { $0.int(0) }
      }
      return counts
    }
  }

  /// Puts a row into every table, whatever its columns.
  private func fill(_ database: Database, users: Int) throws {
    let tables = try tables(database).keys.filter { !Self.kept.contains($0) }.sorted()
    try database.write { connection in
      try connection.execute("PRAGMA defer_foreign_keys = ON")
      for key in 1...users {
        try connection.run("INSERT INTO projects (name) VALUES (?)", .text("p\(key)"))
      }
      try connection.run("INSERT INTO meta (name, value) VALUES ('m', '1')")
      try connection.run(
        """
        INSERT INTO signing_keys (issuer, kid, algorithm, private_key, state, created_at)
        VALUES ('apple.com', 'k', 'RS256', x'00', 'active', 1)
        """)
      for table in tables {
        let columns = try connection.all(
          SQL("SELECT name, type FROM pragma_table_info('\(table)')")
        ) { row in (name: row.text(0), type: row.text(1)) }
        let names = columns.map(\.name).joined(separator: ", ")
        let rows = ["users", "account_sets"].contains(table) ? users : 1
        for number in 1...rows {
          let values = columns.map { column in
            switch (column.name, column.type) {
            case ("fault", _): #"'{"id":"f","match":{},"effect":{}}'"#
            case (_, "INTEGER"): "\(number)"
            case (_, "BLOB"): "x'00'"
            default: "'\(number)'"
            }
          }
          try connection.run(
            SQL("INSERT INTO \(table) (\(names)) VALUES (\(values.joined(separator: ", ")))"))
        }
      }
    }
  }

  @Test(arguments: [1, 501, 900])
  func `tables are empty after a reset, except for those that it keeps, and the file opens again`(
    users: Int
  ) throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      var database = try Database(.init(location: .file(path)), migrations: migrations)
      try fill(database, users: users)
      let before = try tables(database)
      #expect(before.values.allSatisfy { $0 > 0 }, "\(before)")
      try database.close()

      let store = try Store(Store.Configuration(path: path))
      try store.write { writer in try writer.resetAll(in: store) }
      try store.close()

      #expect(try Store.damage(ofFileAt: path) == nil)
      database = try Database(.init(location: .file(path)), migrations: migrations)
      for (table, count) in try tables(database) {
        #expect(count == (Self.kept.contains(table) ? before[table] : 0), "\(table)")
      }
      try database.close()
    }
  }

  @Test func `tables are empty after a reset of one project, and the file opens again`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      var database = try Database(.init(location: .file(path)), migrations: migrations)
      try fill(database, users: 3)
      let before = try tables(database)
      try database.close()

      let store = try Store(Store.Configuration(path: path))
      let project = try store.project(making: "p1")
      try store.write { writer in try writer.reset(project, in: store) }
      try store.close()

      #expect(try Store.damage(ofFileAt: path) == nil)
      database = try Database(.init(location: .file(path)), migrations: migrations)
      let after = try tables(database)
      for table in Self.kept { #expect(after[table] == before[table], "\(table)") }
      try Store(Store.Configuration()).close()
      try database.close()
    }
  }

  @Test func `the table of migrations has the database's name for it`() {
    #expect(WriteTransaction.keptTables == Self.kept)
    #expect(Database.migrationTable == "migration")
  }
}
