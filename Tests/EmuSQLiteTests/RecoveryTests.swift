import EmuSQLite
import Foundation
import Testing

@Suite struct `SQLite recovery` {
  private func make(_ path: String) throws {
    let database = try Database(.init(location: .file(path)), migrations: schema)
    try database.write { connection in
      for id in 0..<200 {
        try connection.run("INSERT INTO item VALUES (?, zeroblob(500))", .integer(id))
      }
    }
    try database.close()
  }

  /// Ways in which a file of ours is damaged, by the bytes that are overwritten.
  static let damages: [(name: String, bytes: Range<Int>)] = [
    ("the page with the schema", 100..<4_096), ("a page of a table", 40_960..<45_056),
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
  func `SQLite recovery renames a damaged file and keeps every byte of it`(
    _ damage: (name: String, bytes: Range<Int>)
  ) throws {
    try withPath { path in
      try make(path)
      try self.damage(path, damage.bytes)
      try Data("a log".utf8).write(to: URL(filePath: path + "-wal"))
      let before = try Data(contentsOf: URL(filePath: path))
      #expect(try Database.damage(ofFileAt: path) != nil)
      let target = try #require(try Database.moveAsideIfDamaged(path))
      #expect(target == path + ".damaged")
      #expect(try Data(contentsOf: URL(filePath: target)) == before)
      #expect(try Data(contentsOf: URL(filePath: target + "-wal")) == Data("a log".utf8))
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
      try make(path)
      #expect(try Database.damage(ofFileAt: path) == nil)
    }
  }

  @Test func `SQLite recovery overwrites no file that was renamed before`() throws {
    try withPath { path in
      for count in 1...3 {
        try make(path)
        try damage(path, 100..<4_096)
        let target = try Database.moveAsideIfDamaged(path)
        #expect(target == path + ".damaged" + (count == 1 ? "" : "\(count)"))
      }
      for name in [".damaged", ".damaged2", ".damaged3"] {
        #expect(try Data(contentsOf: URL(filePath: path + name)).count > 40_000)
      }
    }
  }

  @Test func `SQLite recovery does not rename a sound file with a log that was not emptied`()
    throws
  {
    try withPath { path in
      try make(path)
      #expect(try Database.moveAsideIfDamaged(path) == nil)
      #expect(try names(beside: path).first == "emulator.sqlite")
      let database = try Database(.init(location: .file(path)), migrations: schema)
      #expect(try items(database).count == 200)
      try database.close()
    }
  }

  @Test func `SQLite recovery creates no file where there is none`() throws {
    try withPath { path in
      let target = try Database.moveAsideIfDamaged(path)
      #expect(target == nil)
      #expect(try names(beside: path) == [])
    }
  }

  @Test func `SQLite recovery rejects a file that is open, and one that is not ours`() throws {
    try withPath { path in
      let database = try Database(.init(location: .file(path)), migrations: schema)
      #expect(code { _ = try Database.moveAsideIfDamaged(path) } == .inUse)
      try database.close()
      let notes = path + ".txt"
      try Data(String(repeating: "dear diary ", count: 1_000).utf8).write(to: URL(filePath: notes))
      #expect(code { _ = try Database.moveAsideIfDamaged(notes) } == .notADatabase)
    }
  }

  @Test func `a rejected opening does not change the file and its log`() throws {
    try withPath { path in
      // A log with all content, as after a process was killed.
      let database = try Database(.init(location: .file(path)), migrations: schema)
      try database.write { try $0.run("INSERT INTO item VALUES (1, zeroblob(9000))") }
      let copy = path + ".copy"
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
      try database.close()
      let before = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: copy + $0)) }
      #expect(
        code { _ = try Database(.init(location: .file(copy)), migrations: []) } == .newerSchema)
      let after = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: copy + $0)) }
      #expect(before == after)
    }
  }
}
