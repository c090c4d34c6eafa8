import EmuSQLite
import Testing

@testable import EmuStore

@Suite struct `Tables under a snapshot` {
  private static let kinds = [StoreKind.temporary, .file]

  @Test(arguments: kinds)
  func `a snapshot of everything restores every row of every table`(kind: StoreKind) throws {
    try kind.check { store in
      try store.write { writer in
        try AllTables.fill(writer.connection, number: 1, project: 1, text: "a")
      }
      let before = try AllTables.rows(store)
      #expect(before.values.allSatisfy { !$0.isEmpty }, "\(before)")
      let made = try store.makeSnapshot("s", of: nil, at: noon)
      #expect(made.users == 1 && made.project == nil && made.bytes > 0)

      try store.write { writer in
        try writer.resetAll(in: store)
        try AllTables.fill(
          writer.connection, number: 7, project: 2, text: "later", except: ["meta"])
      }
      #expect(try store.restoreSnapshot("s", afterCommit: {}) == made)
      return before
    } _: { store, before in
      var after = try AllTables.rows(store)
      // A project that was created later still exists, and is empty.
      #expect(after["projects"]?.last?["name"] == .text("p2"))
      #expect(after["projects"]?.last?["settings"] == .text("{}"))
      after["projects"]?.removeLast()
      #expect(after == before)
    }
  }

  @Test(arguments: kinds)
  func `a snapshot of a project restores its rows with free numbers`(kind: StoreKind) throws {
    try kind.check { store in
      try store.write { writer in
        try AllTables.fill(writer.connection, number: 1, project: 1, text: "a")
      }
      let before = try AllTables.rows(store)
      #expect(try store.makeSnapshot("s", of: "p1", at: noon).project == "p1")
      let project = try store.project("p1")
      try store.write { writer in
        try writer.reset(project, in: store)
        for table in AllTables.shared.subtracting(["migration"]) {
          try writer.connection.run(SQL("DELETE FROM \(table)"))
        }
        // Another project takes the numbers that became free.
        try AllTables.fill(writer.connection, number: 1, project: 2, text: "b")
      }
      let others = try AllTables.rows(store)
      _ = try store.restoreSnapshot("s", afterCommit: {})
      return (before, others)
    } _: { store, kept in
      let (before, others) = kept
      for (table, rows) in try AllTables.rows(store) where table != "projects" {
        guard !AllTables.shared.contains(table) else {
          #expect(rows == others[table], "\(table)")
          continue
        }
        let expected = try #require(before[table]?.first).map { column, value in
          // By name alone, so that a new column of that kind must be renumbered as well.
          let isNumber = column == "id" || column.hasSuffix("_id") && value == .integer(1)
          return (column, isNumber && column != "project_id" ? .integer(2) : value)
        }
        let other = try #require(others[table]?.first)
        #expect(rows.contains(other), "\(table)")
        #expect(rows.contains(Dictionary(uniqueKeysWithValues: expected)), "\(table): \(rows)")
        #expect(rows.count == 2, "\(table)")
      }
      #expect(
        try AllTables.rows(store)["projects"]?.map { $0["settings"] } == [
          .text(#"{"a":"on"}"#), .text(#"{"b":"on"}"#),
        ])
      let violations = try store.read { reader in
        try reader.connection.all("PRAGMA foreign_key_check") { $0.text(0) }
      }
      #expect(violations == [])
    }
  }

  @Test func `a snapshot of a project contains nothing of another, and no shared data`() throws {
    try withPath { path in
      let store = try Store(at: path)
      try store.write { writer in
        try AllTables.fill(writer.connection, number: 1, project: 1, text: "a")
        try AllTables.fill(writer.connection, number: 2, project: 2, text: "bystander")
      }
      _ = try store.makeSnapshot("one", of: "p1", at: noon)
      try store.close()
      for (table, rows) in try AllTables.rows(ofFileAt: path + "-snapshots/one.sqlite")
      where table != "migration" {
        #expect(rows.count == (AllTables.shared.contains(table) ? 0 : 1), "\(table): \(rows)")
        #expect(!"\(rows)".contains("bystander"), "\(table): \(rows)")
      }
    }
  }
}
