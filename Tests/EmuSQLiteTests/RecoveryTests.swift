import EmuTestTools
import Foundation
import Testing

@testable import EmuSQLite

@Suite final class `SQLite recovery`: FolderSuite {
  /// Creates a file with 200 items; seven of them are in a page.
  ///
  /// - Parameter change: what else is stored.
  private func make(
    _ path: String, change: @escaping @Sendable (Connection) throws -> Void = { _ in }
  ) throws {
    try withDatabase(at: path) { database in
      try database.write { connection in
        for id in 0..<200 {
          try connection.run(
            "INSERT INTO item VALUES (?, zeroblob(500))", values: [.integer(id)])
        }
        try change(connection)
      }
    }
  }

  private static let aPage = 40_960..<45_056

  /// Damages a page of the items, recovers the file, and returns the recovery's tables by name.
  private func recovered(_ path: String, _ bytes: Range<Int> = aPage) throws
    -> [String: RecoveredTable]
  {
    try damage(path, bytes)
    let tables = try #require(try Database.recover(path, migrations: schema)).tables
    return Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0) })
  }

  /// Ways in which a file of ours is damaged, by the bytes that are overwritten.
  static let damages: [(name: String, bytes: Range<Int>)] = [
    ("the page with the schema", 100..<4_096), ("a page of a table", aPage),
    ("a few bytes inside a page", 40_960..<40_976),
  ]

  private func damage(_ path: String, _ bytes: Range<Int>) throws {
    var content = try Data(contentsOf: URL(filePath: path))
    content.replaceSubrange(bytes, with: Data(repeating: 0xa5, count: bytes.count))
    try content.write(to: URL(filePath: path))
  }

  private func names(beside path: String) throws -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test(arguments: damages)
  func `SQLite recovery keeps a damaged file`(damage: (name: String, bytes: Range<Int>)) throws {
    try make(path)
    try self.damage(path, damage.bytes)
    try Data("a log".utf8).write(to: URL(filePath: path + "-wal"))
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(try Database.damage(ofFileAt: path) != nil)
    let recovery = try #require(try Database.recover(path, migrations: schema))
    let target = recovery.damagedFile
    #expect(target == path + ".damaged")
    #expect(try Data(contentsOf: URL(filePath: target)) == before)
    #expect(try Data(contentsOf: URL(filePath: target + "-wal")) == Data("a log".utf8))
    #expect(
      try names(beside: path) == [
        "emulator.sqlite", "emulator.sqlite.damaged", "emulator.sqlite.damaged-wal",
      ])
    #expect(try Database.damage(ofFileAt: path) == nil)
  }

  @Test func `SQLite recovery stores the rows before and after the damage`() throws {
    try make(path)
    let tables = try recovered(path)
    let found = try withDatabase(at: path, items)
    #expect(found.first == 0 && found.last == 199 && (190..<200).contains(found.count))
    #expect(tables["item"] == RecoveredTable(name: "item", rows: found.count, isComplete: false))
    #expect(tables.values.allSatisfy { $0.isComplete || $0.name == "item" })
  }

  @Test func `SQLite recovery stores the rows around the damage without row ids`() throws {
    let schema = [
      Migration("first") { connection throws(DatabaseError) in
        try connection.execute(
          "CREATE TABLE pair (a TEXT, b ANY, PRIMARY KEY (a)) STRICT, WITHOUT ROWID")
      }
    ]
    let database = try Database(.init(location: .file(path)), migrations: schema)
    try database.write { connection in
      for id in 100..<300 {
        try connection.run(
          "INSERT INTO pair VALUES (?, zeroblob(500))", values: [.text("key\(id)")])
      }
    }
    try database.close()
    let size = try Data(contentsOf: URL(filePath: path)).count / 4_096
    try damage(path, size / 2 * 4_096..<(size / 2 + 1) * 4_096)
    let table = try #require(try Database.recover(path, migrations: schema)?.tables.first)
    #expect((180..<200).contains(table.rows) && !table.isComplete)
    let recovered = try Database(.init(location: .file(path)), migrations: schema)
    let keys = try recovered.read { try $0.all("SELECT a FROM pair ORDER BY a") { $0.text(0) } }
    try recovered.close()
    #expect(keys.first == "key100" && keys.last == "key299")
  }

  @Test func `SQLite recovery leaves out rows whose parents are lost`() throws {
    try make(path) { connection in
      for id in 0..<200 {
        try connection.run("INSERT INTO strict_note VALUES (?)", values: [.integer(id)])
      }
    }
    let tables = try recovered(path)
    let (kept, notes) = try (#require(tables["item"]), #require(tables["strict_note"]))
    #expect(kept.rows == notes.rows && kept.rows < 200)
    #expect(!kept.isComplete && !notes.isComplete)
    #expect(try Database.damage(ofFileAt: path) == nil)
  }

  @Test(arguments: ["NULL, 1", "'ann', 2", "'bob', -1"])
  func `SQLite recovery reports rows that violate the schema as lost`(_ row: String) throws {
    try make(path) { connection in
      try connection.execute(
        SQL(
          """
          DROP TABLE named;
          CREATE TABLE named (name TEXT, age INTEGER);
          INSERT INTO named VALUES ('ann', 1), (\(row));
          """))
    }
    #expect(
      try recovered(path)["named"] == RecoveredTable(name: "named", rows: 1, isComplete: false))
  }

  @Test func `SQLite recovery of a damaged index loses no row`() throws {
    try make(path) { connection in
      for id in 0..<2_000 {
        try connection.run(
          "INSERT INTO named VALUES (?, 1)", values: [.text("a person with number \(id)")])
      }
    }
    // 10 marks a leaf of an index: https://sqlite.org/fileformat.html#b_tree_pages
    let content = try Data(contentsOf: URL(filePath: path))
    let leaves = stride(from: 4_096, to: content.count, by: 4_096).filter { content[$0] == 10 }
    #expect(
      try recovered(path, leaves[3]..<leaves[3] + 4_096)["named"]
        == RecoveredTable(name: "named", rows: 2_000, isComplete: true))
  }

  @Test func `SQLite recovery rejects a damaged file of another version, in its place`() throws {
    try make(path)
    try damage(path, Self.aPage)
    #expect(code { _ = try Database.recover(path, migrations: []) } == .otherSchema)
    let found = try names(beside: path)
    #expect(found.first == "emulator.sqlite")
    #expect(!found.contains { $0.contains("damaged") || $0.contains("recovering") })
  }

  @Test func `SQLite recovery overwrites no file that was renamed before`() throws {
    for count in 1...3 {
      try make(path)
      try damage(path, 100..<4_096)
      let target = try Database.recover(path, migrations: schema)?.damagedFile
      #expect(target == path + ".damaged" + (count == 1 ? "" : "\(count)"))
      try FileManager.default.removeItem(atPath: path)
    }
    for name in [".damaged", ".damaged2", ".damaged3"] {
      #expect(try Data(contentsOf: URL(filePath: path + name)).count > 40_000)
    }
  }

  @Test func `SQLite recovery does not rename a sound file with a log left beside it`() throws {
    try make(path)
    let copy = path + ".copy"
    try withDatabase(at: path) { database in
      try database.write { try $0.insert(1_000) }
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
    }
    let recovery = try Database.recover(copy, migrations: schema)
    #expect(recovery == nil)
    #expect(try withDatabase(at: copy, items).count == 201)
    #expect(try !names(beside: path).contains { $0.contains("damaged") })
  }

  @Test func `SQLite recovery creates no file where there is none`() throws {
    let recovery = try Database.recover(path, migrations: schema)
    #expect(recovery == nil)
    #expect(try names(beside: path) == [])
  }

  @Test func `SQLite recovery rejects a file that is open, and one that is not ours`() throws {
    try withFile { _, path in
      #expect(code { _ = try Database.recover(path, migrations: schema) } == .inUse)
      let notes = path + ".txt"
      try Data(String(repeating: "dear diary ", count: 1_000).utf8).write(to: URL(filePath: notes))
      #expect(code { _ = try Database.recover(notes, migrations: schema) } == .notADatabase)
    }
  }

  @Test func `a rejected opening does not change the file and its log`() throws {
    // A log with all content, as after a process was killed.
    let database = try open(path)
    try database.write { try $0.run("INSERT INTO item VALUES (1, zeroblob(9000))") }
    let copy = path + ".copy"
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    try database.close()
    let before = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: copy + $0)) }
    #expect(code { _ = try Database(.init(location: .file(copy)), migrations: []) } == .otherSchema)
    let after = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: copy + $0)) }
    #expect(before == after)
  }
}
