import EmuSQLite
import Testing

@Suite struct `Packed rows` {
  private static let values: [Value] = [
    .null, .integer(0 as Int64), .integer(1 as Int64), .integer(-1 as Int64), .integer(Int64.min),
    .integer(Int64.max), .real(-0.5), .text(""),
    .text("a"), .text("naïve 🦆"), .text("before\0after"),
    .text(String(repeating: "long ", count: 10_000)), .blob([]), .blob([0]),
    .blob([UInt8](0...255)),
  ]

  @Test func `values of packed rows are stored as those that are bound one by one`() throws {
    var rows = PackedRows()
    for value in Self.values {
      rows.beginRow(7)
      rows.append(value)
    }
    try withDatabase { [rows] database in
      try database.write { connection in
        var cursor = PackedRows.Cursor(rows)
        for key in Self.values.indices {
          #expect(cursor.nextRow == 7)
          try connection.run("INSERT INTO item VALUES (?, ?)", Int64(key), then: &cursor)
        }
        #expect(cursor.nextRow == nil)
      }
      let stored = try database.read { connection in
        try connection.all("SELECT value FROM item ORDER BY rowid") { $0.value(0) }
      }
      #expect(stored == Self.values)
    }
  }

  @Test func `a NULL of a packed row does not keep the value of the row before`() throws {
    var rows = PackedRows()
    for value in ["kept", .null] as [Value] {
      rows.beginRow(0)
      rows.append(value)
    }
    try withDatabase { [rows] database in
      let stored = try database.write { connection in
        var cursor = PackedRows.Cursor(rows)
        for key in 1...2 as ClosedRange<Int64> {
          try connection.run("INSERT INTO item VALUES (?, ?)", key, then: &cursor)
        }
        return try connection.all("SELECT value FROM item ORDER BY rowid") { $0.value(0) }
      }
      #expect(stored == ["kept", nil])
    }
  }

  @Test(arguments: ["", "a", "naïve 🦆", String(repeating: "long ", count: 100)])
  func `a text that is written piece by piece is stored whole`(_ text: String) throws {
    var rows = PackedRows()
    rows.beginRow(0)
    rows.appendText { bytes in for byte in text.utf8 { bytes.append(byte) } }
    rows.beginRow(0)
    rows.append("behind")
    try withDatabase { [rows] database in
      let stored = try database.write { connection in
        var cursor = PackedRows.Cursor(rows)
        for key in 1...2 as ClosedRange<Int64> {
          try connection.run("INSERT INTO item VALUES (?, ?)", key, then: &cursor)
        }
        return try connection.all("SELECT value FROM item ORDER BY rowid") { $0.value(0) }
      }
      #expect(stored == [.text(text), "behind"])
    }
  }

  @Test(arguments: values.indices)
  func `a row that is stepped over leads to the one behind it`(place: Int) {
    var rows = PackedRows()
    rows.beginRow(1)
    rows.append(Self.values[place])
    rows.append(Self.values[Self.values.count - 1 - place])
    rows.beginRow(2)
    rows.beginRow(3)
    rows.append(Self.values[place])
    var cursor = PackedRows.Cursor(rows)
    var kinds: [UInt8] = []
    while let kind = cursor.nextRow {
      kinds.append(kind)
      cursor.skipRow()
    }
    #expect(kinds == [1, 2, 3])
  }
}
