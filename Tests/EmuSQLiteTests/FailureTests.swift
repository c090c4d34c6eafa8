import EmuSQLite
import EmuTestTools
import Foundation
import Testing

/// Databases whose file is locked, removed, replaced, or on a full disk.
@Suite final class `SQLite failures`: FolderSuite {
  private func insert(_ id: Int, into database: Database) -> DatabaseError.Code? {
    code { try database.write { try $0.insert(id) } }
  }

  /// Closes a database; why its log was left beside it, if so.
  private func rest(_ database: Database) throws -> DatabaseError.Code? {
    var code: DatabaseError.Code?
    try database.close { code = $0.code }
    return code
  }

  // MARK: Locked

  @Test(.needs("python3"))
  func `a write fails as busy while another process holds the write lock`() throws {
    try withFile { database, path in
      #expect(insert(1, into: database) == nil)
      let holder = try LockHolder(path: path)
      #expect(insert(2, into: database) == .busy)
      #expect(try items(database) == [1])
      holder.letGo()
      #expect(insert(3, into: database) == nil)
      #expect(try items(database) == [1, 3])
    }
  }

  @Test(.needs("python3"))
  func `closing while another process holds the write lock loses nothing`() throws {
    let database = try open(path)
    #expect(insert(1, into: database) == nil)
    let holder = try LockHolder(path: path)
    try database.close()
    holder.letGo()
    #expect(try withDatabase(at: path, items) == [1])
  }

  // MARK: Removed or replaced

  enum Loss: CaseIterable {
    case removed, renamed, replaced, logRemoved, logReplaced, folderRenamed

    func happen(to path: String) throws {
      let files = FileManager.default
      switch self {
      case .removed: try files.removeItem(atPath: path)
      case .renamed: try files.moveItem(atPath: path, toPath: path + ".old")
      case .replaced:
        try files.removeItem(atPath: path)
        try Data("something else".utf8).write(to: URL(filePath: path))
      case .logRemoved: try files.removeItem(atPath: path + "-wal")
      case .logReplaced:
        try files.removeItem(atPath: path + "-wal")
        try Data().write(to: URL(filePath: path + "-wal"))
      case .folderRenamed:
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try files.moveItem(atPath: folder, toPath: folder + ".old")
      }
    }

    func undo(_ path: String) throws {
      let files = FileManager.default
      switch self {
      case .renamed: try files.moveItem(atPath: path + ".old", toPath: path)
      case .folderRenamed:
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try files.moveItem(atPath: folder + ".old", toPath: folder)
      default: break
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func `no write is acknowledged after the loss of the file`(_ loss: Loss) throws {
    let database = try open(path)
    #expect(insert(1, into: database) == nil)
    #expect(try items(database) == [1])
    let outcomes = runTogether(
      on: database, [{ [path] _ in try loss.happen(to: path) }, { try $0.insert(3) }])
    #expect(outcomes == [.fileGone, .fileGone])
    #expect(insert(2, into: database) == .fileGone)
    #expect(code { try database.write(as: .bulk()) { _ in } } == .fileGone)
    try loss.undo(path)
    #expect(try rest(database) == (loss == .renamed || loss == .folderRenamed ? nil : .fileGone))
  }

  @Test func `no other file is read in place of one that was replaced`() throws {
    try withFile { database, path in
      try withDatabase(at: path + ".other") { #expect(insert(7, into: $0) == nil) }
      #expect(insert(1, into: database) == nil)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: path + ".other", toPath: path)
      #expect(code { _ = try items(database) } == .fileGone)
    }
  }

  @Test(arguments: [Loss.renamed, .folderRenamed])
  func `writes continue once the file is back`(_ loss: Loss) throws {
    let database = try open(path)
    try loss.happen(to: path)
    #expect(insert(1, into: database) == .fileGone)
    try loss.undo(path)
    #expect(insert(2, into: database) == nil)
    try database.close()
    #expect(try withDatabase(at: path, items) == [2])
  }

  @Test func `a write that loses its file while it runs is not acknowledged`() throws {
    try withFile { database, path in
      let outcome = code {
        try database.write { connection in
          try connection.insert(1)
          try FileManager.default.removeItem(atPath: path)
        }
      }
      #expect(outcome == .fileGone)
    }
  }

  @Test func `closing does not change a file that replaced the database`() throws {
    let database = try open(path)
    #expect(insert(1, into: database) == nil)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: path + suffix)
      try Data("another's \(suffix)".utf8).write(to: URL(filePath: path + suffix))
    }
    #expect(try rest(database) == .fileGone)
    for suffix in ["", "-wal", "-shm"] {
      #expect(
        try Data(contentsOf: URL(filePath: path + suffix)) == Data("another's \(suffix)".utf8))
    }
  }

  // MARK: Full

  @Test func `a full disk rejects writes atomically, and loses no acknowledged one`() throws {
    let database = try open(path)
    try database.write { try $0.execute("PRAGMA max_page_count = 30") }
    var acknowledged: [Int64] = []
    var refused = 0
    for id in 0..<60 {
      let outcome = code {
        try database.write { connection in
          for part in 0..<4 {
            try connection.run(
              "INSERT INTO item VALUES (?, zeroblob(1500))", values: [.integer(id * 4 + part)])
          }
        }
      }
      if outcome == nil {
        acknowledged += (0..<4).map { Int64(id * 4 + $0) }
      } else {
        #expect(outcome == .diskFull)
        refused += 1
      }
    }
    #expect(!acknowledged.isEmpty)
    #expect(refused > 0)
    #expect(try rest(database) == nil)
    #expect(try withDatabase(at: path, items) == acknowledged)
  }
}
