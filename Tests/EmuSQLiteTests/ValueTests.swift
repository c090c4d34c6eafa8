import EmuSQLite
import Testing

@Suite struct `SQLite values` {
  @Test(
    arguments: [
      .null, .integer(0 as Int64), .integer(Int64.min), .integer(Int64.max), .text(""),
      .text("a"), .text("naïve 🦆 \u{1F469}\u{200D}\u{1F680}"),
      .text("before\0after"), .text(String(repeating: "long ", count: 10_000)), .blob([]),
      .blob([0]), .blob([UInt8](0...255)),
    ] as [Value])
  func `SQLite values are read as they were stored`(_ value: Value) throws {
    try withDatabase { database in
      try database.write { try $0.run("INSERT INTO item VALUES (1, ?)", values: [value]) }
      let stored = try database.read { connection in
        try connection.first("SELECT value FROM item") { $0.value(0) }
      }
      #expect(stored == value)
    }
  }
}
