import EmuSQLite
import EmuTestTools
import Foundation
import Testing

@Suite final class `SQLite opening`: FolderSuite {
  @Test func `opening a SQLite file creates files that only their owner may read`() throws {
    let database = try open(path)
    try database.write { try $0.insert(1) }
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    try database.close()
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `opening a SQLite file rejects a file that is open in this process`() throws {
    let database = try open(path)
    let error = #expect(throws: DatabaseError.self) { try open(path) }
    #expect(error?.code == .inUse)
    #expect(error?.message.contains(path) == true)
    let link = path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(code { _ = try open(link) } == .inUse)
    try database.write { try $0.insert(1) }
    try database.close()
    #expect(try withDatabase(at: path, items) == [1])
  }

  @Test func `opening a SQLite file rejects a file that another owner has locked`() throws {
    try open(path).close()
    let other = try #require(FileHandle(forUpdatingAtPath: path))
    #expect(flock(other.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    let error = #expect(throws: DatabaseError.self) { try open(path) }
    #expect(error?.code == .inUse)
    #expect(error?.message.contains(path) == true)
    try other.close()
    try open(path).close()
  }

  @Test(.needs("python3"))
  func `opening a SQLite file locks out other owners but not other readers`() throws {
    let program = """
      import fcntl, sqlite3, sys
      path = sys.argv[1]
      file = open(path, "r+b")
      try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        sys.exit(3)
      except BlockingIOError:
        pass
      rows = sqlite3.connect("file:%s?mode=ro" % path, uri=True).execute("SELECT id FROM item")
      sys.exit(0 if rows.fetchall() == [(1,)] else 4)
      """
    let database = try open(path)
    try database.write { try $0.insert(1) }
    #expect(try python(program, path) == 0)
    try database.write { try $0.insert(2) }
    try database.close()
    #expect(try python(program, path) == 3)
  }

  @Test(arguments: [1, 2, 24, 99, 512, 10_000])
  func `opening a SQLite file rejects anything else, and leaves it`(length: Int) throws {
    let text = Data(String(repeating: "this is no database. ", count: 500).utf8.prefix(length))
    try text.write(to: URL(filePath: path))
    let error = #expect(throws: DatabaseError.self) { try open(path) }
    #expect(error?.code == .notADatabase)
    #expect(error?.message.contains(path) == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == text)
  }

  @Test(arguments: [5_000, 8_192]) func `opening rejects a truncated file`(length: Int) throws {
    try open(path).close()
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.prefix(length).write(to: URL(filePath: path))
    #expect(code { _ = try open(path) } == .corrupt)
    #expect(try Data(contentsOf: URL(filePath: path)) == whole.prefix(length))
  }

  @Test(.needs("python3"))
  func `opening a SQLite file rejects the database of another application`() throws {
    let program = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1])
      connection.execute("CREATE TABLE theirs (a)")
      connection.close()
      """
    #expect(try python(program, path) == 0)
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(code { _ = try open(path) } == .foreignFile)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `opening a SQLite file adopts an empty file`() throws {
    try Data().write(to: URL(filePath: path))
    try open(path).close()
  }

  @Test func `opening a SQLite file creates a temporary database without a name`() throws {
    let before = try temporaryNames()
    let database = try Database(.init(location: .temporary), migrations: schema)
    try database.write { try $0.run("INSERT INTO item VALUES (1, zeroblob(100000))") }
    try database.write(as: .bulk()) { try $0.run("INSERT INTO item VALUES (2, zeroblob(100000))") }
    #expect(try items(database) == [1, 2])
    #expect(try database.read { try $0.first("PRAGMA journal_mode") { $0.text(0) } } == "wal")
    #expect(try temporaryNames().subtracting(before).isEmpty)
    try database.close()
    #expect(try temporaryNames().subtracting(before).isEmpty)
  }

  private func temporaryNames() throws -> Set<String> {
    let variable = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let folder = variable.isEmpty ? "/tmp" : variable
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return Set(names.filter { $0.hasPrefix("auth-emulator.") })
  }

  @Test func `opening a SQLite file keeps temporary databases apart`() throws {
    let databases = try (0..<3).map { _ in
      try Database(.init(location: .temporary), migrations: schema)
    }
    for (id, database) in databases.enumerated() { try database.write { try $0.insert(id) } }
    try databases[0].close()
    #expect(try items(databases[1]) == [1])
    #expect(try items(databases[2]) == [2])
    for database in databases { try database.close() }
  }

  @Test(arguments: [(false, true, 1), (true, true, 2), (true, false, 0)])
  func `opening syncs as configured`(syncsEveryCommit: Bool, isNamed: Bool, expected: Int) throws {
    let database = try Database(
      .init(location: isNamed ? .file(path) : .temporary, syncsEveryCommit: syncsEveryCommit),
      migrations: [])
    #expect(try database.write { try $0.first("PRAGMA synchronous") { $0.int(0) } } == expected)
    #expect(try database.write { try $0.first("PRAGMA foreign_keys") { $0.int(0) } } == 1)
    #expect(try database.read { try $0.first("PRAGMA journal_mode") { $0.text(0) } } == "wal")
    try database.close()
  }
}
