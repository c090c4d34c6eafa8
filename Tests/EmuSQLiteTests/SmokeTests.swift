import EmuSQLite
import Testing

@Test func `runs`() throws {
  let database = try Database(
    .init(location: .temporary),
    migrations: [
      Migration("first") { connection throws(DatabaseError) in
        try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT")
      }
    ])
  try database.write { try $0.run("INSERT INTO t VALUES (?, ?)", 1, "x") }
  let text = try database.read { connection throws(DatabaseError) in
    try connection.first("SELECT b FROM t WHERE a = ?", 1) { $0.text(0) }
  }
  #expect(text == "x")
  try database.close()
}
