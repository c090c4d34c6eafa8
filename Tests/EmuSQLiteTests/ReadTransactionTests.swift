import Foundation
import Synchronization
import Testing

@testable import EmuSQLite

private struct Refusal: Error {}

@Suite struct `Reads share a transaction while nothing is written` {
  private func withDatabase(
    _ use: Duration, _ body: (Database, _ path: String) throws -> Void
  ) throws {
    try withPath { path in
      let database = try Database(.init(location: .file(path), readReuse: use), migrations: schema)
      try body(database, path)
      try database.close()
    }
  }

  /// Stores an item as another program would, over a connection that the database does not have.
  private func insertFromOutside(_ id: Int, into path: String) throws {
    let connection = try Connection(
      DatabaseFile.Place(path: path, isNamed: true), access: .readWrite)
    defer { connection.close() }
    try connection.insert(id)
  }

  @Test(arguments: [(Duration.zero, [1, 2]), (.seconds(3_600), [1])])
  func `writes of another program are seen later`(use: Duration, sees: [Int64]) throws {
    try withDatabase(use) { database, path in
      try database.write { try $0.insert(1) }
      #expect(try items(database) == [1])
      try insertFromOutside(2, into: path)
      #expect(try items(database) == sees)
      // After the next own write everything is visible.
      try database.write { try $0.insert(3) }
      #expect(try items(database) == [1, 2, 3])
    }
  }

  @Test func `a read that fails leaves no transaction`() throws {
    try withDatabase(.seconds(3_600)) { database, path in
      #expect(throws: Refusal.self) {
        try database.read { connection in
          _ = try connection.first("SELECT count(*) FROM item") { $0.int(0) }
          throw Refusal()
        }
      }
      try insertFromOutside(1, into: path)
      #expect(try items(database) == [1])
    }
  }

  @Test func `the log restarts although every connection keeps its transaction`() throws {
    try withDatabase(.seconds(3_600)) { database, path in
      var longest = 0
      for round in 0..<120 {
        try database.write {
          try $0.run(
            "INSERT OR REPLACE INTO item VALUES (?, randomblob(1000000))",
            values: [.integer(Int64(round % 4))])
        }
        // Two concurrent reads, so that one connection remains idle while the other is reused.
        let counts = try database.read { outer in
          let inner = try items(database).count
          return [inner, try outer.first("SELECT count(*) FROM item") { $0.int(0) }]
        }
        #expect(counts == [min(round + 1, 4), min(round + 1, 4)])
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size]
        longest = max(longest, (size as? Int) ?? 0)
      }
      #expect(longest < 48 << 20)
    }
  }

  @Test func `an acknowledged write is in every later read`() throws {
    try withDatabase(.seconds(3_600)) { database, _ in
      let answered = Atomic<Int64>(0)
      let isOver = Atomic<Bool>(false)
      let stale = Mutex<String?>(nil)
      let readers = (0..<4).map { _ in
        Thread {
          while !isOver.load(ordering: .acquiring) {
            let least = answered.load(ordering: .acquiring)
            let seen = try? database.read {
              try $0.first("SELECT coalesce(max(id), 0) FROM item") { $0.integer(0) }
            }
            if let seen, seen < least {
              stale.withLock { $0 = "\(seen) where \(least) was answered" }
            }
          }
        }
      }
      for reader in readers { reader.start() }
      for id in 1...1_000 {
        try database.write { try $0.insert(id) }
        answered.store(Int64(id), ordering: .releasing)
      }
      isOver.store(true, ordering: .releasing)
      for reader in readers { while !reader.isFinished { usleep(1_000) } }
      #expect(stale.withLock { $0 } == nil)
    }
  }
}
