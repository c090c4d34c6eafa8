import EmuSQLite
import Testing

@testable import EmuStore

@Suite struct `Tables under a reset` {
  private static let kept: Set<String> = ["migration", "projects", "signing_keys", "meta"]

  @Test(arguments: [1, 501, 900])
  func `tables are empty after a reset, except for those that it keeps`(users: Int) throws {
    try withPath { path in
      let database = try Database(.init(location: .file(path)), migrations: migrations)
      try database.write { connection in
        for number in 1...users {
          try AllTables.fill(
            connection, number: number, project: number, text: "t\(number)",
            only: number == 1 ? nil : ["users", "account_sets"])
        }
      }
      let before = try database.read(AllTables.rows)
      #expect(before.values.allSatisfy { !$0.isEmpty }, "\(before)")
      try database.close()

      let store = try Store(at: path)
      try store.write { writer in try writer.resetAll(in: store) }
      try store.close()

      #expect(try Store.damage(ofFileAt: path) == nil)
      for (table, rows) in try AllTables.rows(ofFileAt: path) {
        #expect(rows.count == (Self.kept.contains(table) ? before[table]?.count : 0), "\(table)")
      }
    }
  }

  @Test func `tables have only the rows of others after the reset of a project`() throws {
    try withPath { path in
      let database = try Database(.init(location: .file(path)), migrations: migrations)
      try database.write { connection in
        for number in 1...2 {
          try AllTables.fill(connection, number: number, project: number, text: "t\(number)")
        }
      }
      let before = try database.read(AllTables.rows)
      try database.close()

      let store = try Store(at: path)
      let project = try store.project(making: "p1")
      try store.write { writer in try writer.reset(project, in: store) }
      try store.close()

      #expect(try Store.damage(ofFileAt: path) == nil)
      for (table, rows) in try AllTables.rows(ofFileAt: path) where table != "projects" {
        let others = AllTables.shared.contains(table) ? before[table] : before[table]?.suffix(1)
        #expect(rows == others, "\(table)")
      }
    }
  }
}
