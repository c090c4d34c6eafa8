import EmuSQLite
import Testing

@Suite struct `SQLite values` {
  @Test(
    arguments: [
      .null, .integer(0 as Int64), .integer(Int64.min), .integer(Int64.max), .real(-0.5),
      .real(1e300), .text(""), .text("a"), .text("naïve 🦆 \u{1F469}\u{200D}\u{1F680}"),
      .text("before\0after"), .text(String(repeating: "long ", count: 10_000)), .blob([]),
      .blob([0]), .blob([UInt8](0...255)), "literal", 7, 1.25, true, nil,
    ] as [Value])
  func `SQLite values are read as they were stored`(_ value: Value) throws {
    try withDatabase { database in
      try database.write { try $0.run("INSERT INTO item VALUES (1, ?)", value) }
      let stored = try database.read { connection in
        try connection.first("SELECT value FROM item") { $0.value(0) }
      }
      #expect(stored == value)
    }
  }

  @Test func `SQLite values are read in the requested type`() throws {
    try withDatabase { database in
      try database.read { connection in
        try connection.query(
          "SELECT ?, ?, ?, ?, ?, ?", 7, "text", .blob([1, 2]), .bool(true), 0.5, .null
        ) { row in
          #expect(row.count == 6)
          #expect(row.integer(0) == 7)
          #expect(row.int(0) == 7)
          #expect(row.text(1) == "text")
          #expect(row.blob(2) == [1, 2])
          #expect(row.bool(3) == true)
          #expect(row.real(4) == 0.5)
          #expect(row.isNull(5) == true)
          #expect(row.optionalInteger(0) == 7)
          #expect(row.optionalText(1) == "text")
        }
      }
    }
  }

  @Test func `SQLite values that are absent read as nil`() throws {
    try withDatabase { database in
      try database.read { connection in
        try connection.query(
          "SELECT ?, ?", .text(nil as String?), .integer(nil as Int64?)
        ) { row in
          #expect(row.optionalText(0) == nil)
          #expect(row.optionalInteger(1) == nil)
        }
      }
    }
  }
}
