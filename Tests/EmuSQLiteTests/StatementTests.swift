import EmuSQLite
import Testing

@Suite struct `SQLite statements` {
  private let database: Database

  init() throws { database = try Database(.init(location: .temporary), migrations: schema) }

  @Test func `SQLite statements may run inside the loop over themselves`() throws {
    let query: SQL = "SELECT value FROM item WHERE id > ? ORDER BY id"
    try database.write { connection in
      for id in 1...3 { try connection.insert(id) }
    }
    var pairs = 0
    try database.read { connection in
      try connection.query(query, values: [.integer(0)]) { _ throws(DatabaseError) in
        try connection.query(query, values: [.integer(1)]) { _ in pairs += 1 }
      }
      try connection.query(query, values: [.integer(2)]) { _ in pairs += 1 }
    }
    #expect(pairs == 7)
  }

  @Test func `SQLite statements composed at run time are distinguished by their text`() throws {
    let sums = try database.read { connection in
      try (1...600).map { number in
        try connection.first(SQL("SELECT \(number) + ?"), values: [.integer(1)]) { $0.int(0) }
      }
    }
    #expect(sums == (1...600).map { $0 + 1 })
  }

  @Test(
    arguments: [
      ("INSERT INTO named VALUES ('taken', 1)", .unique),
      ("INSERT INTO item (id) VALUES (1)", .unique),
      ("INSERT INTO named VALUES ('other', -1)", .constraint),
      ("INSERT INTO named VALUES (NULL, 1)", .constraint),
      ("INSERT INTO named VALUES ('other', 'text')", .constraint),
      ("INSERT INTO strict_note VALUES (99)", .foreignKey),
      ("INSERT INTO note VALUES (99)", .foreignKey), ("SELECT", .other),
      ("SELECT 1; SELECT 2", .other), ("-- nothing", .other), ("COMMIT", .other),
      ("SELECT 1;\n", nil),
    ] as [(String, DatabaseError.Code?)])
  func `SQLite statements fail with a code`(sql: String, expected: DatabaseError.Code?) throws {
    try database.write { connection in
      try connection.insert(1)
      try connection.run("INSERT INTO named VALUES ('taken', 1)")
    }
    #expect(code { try database.write { try $0.run(SQL(sql)) } } == expected)
    #expect(try items(database) == [1])
  }

  @Test func `SQLite statements cannot write while reading`() throws {
    #expect(code { try database.read { try $0.insert(1) } } == .readOnly)
  }

  @Test func `SQLite statements keep bound values out of the error's description`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.write { connection in
        try connection.run("INSERT INTO named VALUES (?, ?)", values: ["secret", -1])
      }
    }
    #expect(error?.sql == "INSERT INTO named VALUES (?, ?)")
    #expect(error?.description.contains("secret") == false)
    #expect(error?.extendedCode == 275)  // SQLITE_CONSTRAINT_CHECK
  }

  @Test func `SQLite statements report damage for a NULL where a value is required`() throws {
    let readings: [@Sendable (borrowing Row) -> Void] = [
      { _ = $0.integer(0) }, { _ = $0.text(0) }, { _ = $0.blob(0) },
    ]
    for read in readings {
      let error = #expect(throws: DatabaseError.self) {
        try database.read { try $0.query("SELECT NULL") { read($0) } }
      }
      #expect(error?.code == .corrupt)
    }
    try database.read { connection in
      try connection.query("SELECT 0, '', x''") { _ = ($0.bool(0), $0.text(1), $0.blob(2)) }
    }
  }

  @Test func `SQLite statements trap when the number of values is wrong`() async {
    await #expect(processExitsWith: .failure) {
      try withDatabase { database in try database.read { try $0.run("SELECT ?, ?", values: [1]) } }
    }
  }

  @Test func `SQLite statements trap when a write waits for itself`() async {
    await #expect(processExitsWith: .failure) {
      try withDatabase { database in
        try database.write { _ in try database.write { _ in } }
      }
    }
  }
}
