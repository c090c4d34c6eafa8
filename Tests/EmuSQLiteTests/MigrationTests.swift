import EmuTestTools
import EmuSQLite
import Testing

@Suite final class `SQLite migrations`: FolderSuite {
  private func migration(_ name: String, _ sql: SQL) -> Migration {
    Migration(name) { connection throws(DatabaseError) in try connection.execute(sql) }
  }

  private var list: [Migration] {
    [
      migration("one", "CREATE TABLE log (entry TEXT); INSERT INTO log VALUES ('one')"),
      migration("two", "INSERT INTO log VALUES ('two')"),
      migration("three", "INSERT INTO log VALUES ('three')"),
    ]
  }

  private func log(_ path: String, _ migrations: [Migration]) throws -> [String] {
    let database = try Database(.init(location: .file(path)), migrations: migrations)
    let entries = try database.read {
      try $0.all("SELECT entry FROM log ORDER BY rowid") { $0.text(0) }
    }
    try database.close()
    return entries
  }

  @Test func `SQLite migrations run in order, and once`() throws {
    #expect(try log(path, Array(list.prefix(2))) == ["one", "two"])
    #expect(try log(path, list) == ["one", "two", "three"])
    #expect(try log(path, list) == ["one", "two", "three"])
  }

  @Test func `SQLite migrations undo the one that fails and keep earlier ones`() throws {
    let broken = [
      list[0], migration("two", "INSERT INTO log VALUES ('half'); INSERT INTO missing VALUES (1)"),
    ]
    #expect(code { _ = try log(path, broken) } == .other)
    #expect(try log(path, Array(list.prefix(1))) == ["one"])
    #expect(try log(path, list) == ["one", "two", "three"])
  }

  @Test func `SQLite migrations reject a file with an unknown one`() throws {
    _ = try log(path, list)
    let error = #expect(throws: DatabaseError.self) { try log(path, Array(list.prefix(2))) }
    #expect(error?.code == .otherSchema)
    #expect(error?.message.contains(path) == true)
    #expect(error?.message.contains("\"three\"") == true)
    #expect(code { _ = try log(path, [list[1], list[0], list[2]]) } == .otherSchema)
    #expect(try log(path, list) == ["one", "two", "three"])
  }

  @Test func `SQLite migrations may rebuild a table that others refer to`() throws {
    let rebuild = migration(
      "rebuild",
      """
      CREATE TABLE item2 (id INTEGER PRIMARY KEY, value ANY, more TEXT) STRICT;
      INSERT INTO item2 (id, value) SELECT id, value FROM item;
      DROP TABLE item;
      ALTER TABLE item2 RENAME TO item;
      """)
    try withDatabase(at: path) { database in
      try database.write { connection in
        try connection.insert(1)
        try connection.run("INSERT INTO strict_note VALUES (1)")
      }
    }
    let database = try Database(.init(location: .file(path)), migrations: schema + [rebuild])
    #expect(try items(database) == [1])
    // Enforced again.
    #expect(code { try database.write { try $0.run("DELETE FROM item") } } == .foreignKey)
    try database.close()
  }

  @Test func `SQLite migrations are rejected when they violate a foreign key`() throws {
    let breaking = migration("breaking", "INSERT INTO strict_note VALUES (99)")
    let error = #expect(throws: DatabaseError.self) {
      try Database(.init(location: .file(path)), migrations: schema + [breaking])
    }
    #expect(error?.code == .foreignKey)
    #expect(error?.message.contains("strict_note") == true)
    try open(path).close()
  }
}
