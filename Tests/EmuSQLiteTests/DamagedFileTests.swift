import EmuTestTools
import Foundation
import Testing

@testable import EmuSQLite

@Suite final class `Damaged database files`: FolderSuite {
  /// Creates a file with 200 items; seven of them are in a page.
  private func make(_ path: String) throws {
    try withDatabase(at: path) { database in
      try database.write { connection in
        for id in 0..<200 {
          try connection.run(
            "INSERT INTO item VALUES (?, zeroblob(500))", values: [.integer(id)])
        }
      }
    }
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
  func `a damaged file is renamed with its log, unchanged`(
    damage: (name: String, bytes: Range<Int>)
  ) throws {
    try make(path)
    try self.damage(path, damage.bytes)
    try Data("a log".utf8).write(to: URL(filePath: path + "-wal"))
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(try Database.damage(ofFileAt: path) != nil)
    let target = try #require(try Database.renameDamagedFile(at: path))
    #expect(target == path + ".damaged")
    #expect(try Data(contentsOf: URL(filePath: target)) == before)
    #expect(try Data(contentsOf: URL(filePath: target + "-wal")) == Data("a log".utf8))
    #expect(
      try names(beside: path) == ["emulator.sqlite.damaged", "emulator.sqlite.damaged-wal"])
  }

  @Test func `a damaged file overwrites no other that was renamed before`() throws {
    for count in 1...3 {
      try make(path)
      try damage(path, 100..<4_096)
      let target = try Database.renameDamagedFile(at: path)
      #expect(target == path + ".damaged" + (count == 1 ? "" : "\(count)"))
    }
    for name in [".damaged", ".damaged2", ".damaged3"] {
      #expect(try Data(contentsOf: URL(filePath: path + name)).count > 40_000)
    }
  }

  @Test func `a sound file with a log left beside it is not renamed`() throws {
    try make(path)
    let copy = path + ".copy"
    try withDatabase(at: path) { database in
      try database.write { try $0.insert(1_000) }
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
    }
    #expect(try Database.renameDamagedFile(at: copy) == nil)
    #expect(try withDatabase(at: copy, items).count == 201)
    #expect(try !names(beside: path).contains { $0.contains("damaged") })
  }

  @Test func `a missing file is not damaged, and not created`() throws {
    #expect(try Database.renameDamagedFile(at: path) == nil)
    #expect(try names(beside: path) == [])
  }

  @Test func `a file that is open, or that is not ours, is not renamed`() throws {
    try withFile { _, path in
      #expect(code { _ = try Database.renameDamagedFile(at: path) } == .inUse)
      let notes = path + ".txt"
      try Data(String(repeating: "dear diary ", count: 1_000).utf8).write(to: URL(filePath: notes))
      #expect(code { _ = try Database.renameDamagedFile(at: notes) } == .notADatabase)
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
