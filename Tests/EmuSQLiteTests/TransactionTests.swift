import Dispatch
import EmuSQLite
import Synchronization
import Testing

private struct Refusal: Error {}

@Suite struct `SQLite transactions` {
  private let database: Database

  init() throws { database = try Database(.init(location: .temporary), migrations: schema) }

  @Test func `SQLite transactions undo only the body that throws`() throws {
    let outcomes = runTogether(
      on: database,
      [
        { try $0.insert(1) },
        {
          try $0.insert(2)
          throw Refusal()
        },
        { try $0.insert(1) },
        { try $0.run("INSERT INTO note VALUES (99)") },
        { try $0.insert(5) },
      ])
    #expect(outcomes == [nil, .other, .unique, .foreignKey, nil])
    #expect(try items(database) == [1, 5])
    let notes = try database.read { try $0.first("SELECT count(*) FROM note") { $0.int(0) } }
    #expect(notes == 0)
  }

  @Test func `SQLite transactions see the writes of earlier bodies`() throws {
    let outcomes = runTogether(
      on: database,
      [{ try $0.insert(1) }, { try $0.run("INSERT INTO item SELECT id + 1, 1 FROM item") }])
    #expect(outcomes == [nil, nil])
    #expect(try items(database) == [1, 2])
  }

  @Test func `SQLite transactions are visible to a reader when the completion runs`() throws {
    let seen = Mutex<[Int64]?>(nil)
    let done = DispatchSemaphore(value: 0)
    database.write({ try $0.insert(1) }) { _ in
      seen.withLock { $0 = try? items(database) }
      done.signal()
    }
    done.wait()
    #expect(seen.withLock { $0 } == [1])
  }

  @Test func `SQLite transactions are invisible to a reader until then`() throws {
    let during = try database.write { connection in
      try connection.insert(1)
      return try items(database)
    }
    #expect(during == [])
    #expect(try items(database) == [1])
  }

  @Test func `SQLite transactions of a read have one view`() throws {
    let counts = try database.read { connection in
      let before = try connection.first("SELECT count(*) FROM item") { $0.int(0) }
      try database.write { try $0.insert(1) }
      return [before, try connection.first("SELECT count(*) FROM item") { $0.int(0) }]
    }
    #expect(counts == [0, 0])
    #expect(try items(database) == [1])
  }

  @Test func `SQLite transactions nest`() throws {
    try database.write { connection in
      try connection.insert(1)
      try? connection.savepoint {
        try connection.insert(2)
        try connection.savepoint { try connection.insert(3) }
        throw Refusal()
      }
      try connection.savepoint { try connection.insert(4) }
    }
    #expect(try items(database) == [1, 4])
  }

  @Test func `SQLite transactions fail when the commit fails, and the writer goes on`() throws {
    let outcomes = runTogether(
      on: database,
      [
        {
          $0.refuseCommits(true)
          try $0.insert(1)
        },
        { _ in throw Refusal() },
        { try $0.insert(2) },
      ])
    #expect(outcomes == [.constraint, .other, .constraint])
    #expect(try items(database) == [])
    // This transaction is empty, so COMMIT has nothing to reject.
    try database.write { $0.refuseCommits(false) }
    try database.write { try $0.insert(3) }
    #expect(try items(database) == [3])
  }

  @Test func `SQLite transactions are atomic when the disk is full`() throws {
    try database.write { try $0.execute("PRAGMA max_page_count = 20") }
    let large: SQL = "INSERT INTO item VALUES (2, zeroblob(200000))"
    let outcomes = runTogether(
      on: database,
      [
        { try $0.insert(1) }, { try $0.run(large) }, { try $0.insert(3) },
        { connection in
          try connection.insert(4)
          try? connection.run(large)
          // SQLite has rolled the transaction back: this must not be committed by itself.
          try? connection.run("INSERT INTO item VALUES (5, 1)")
        },
        { try $0.insert(6) },
      ])
    // The third shares the second transaction with the fourth, which loses it.
    #expect(outcomes == [.diskFull, .diskFull, .other, .other, nil])
    #expect(try items(database) == [6])
    try database.write { try $0.execute("PRAGMA max_page_count = 1000") }
    try database.write { try $0.run(large) }
    #expect(try items(database) == [2, 6])
  }

  @Test func `SQLite transactions of a bulk write are separate and atomic`() throws {
    try database.write(as: .bulk()) { connection in
      for id in 1...20_000 {
        try connection.run(
          "INSERT INTO item VALUES (?, ?)", values: [.integer(id), "some text or other"])
      }
    }
    #expect(try items(database).count == 20_000)
    #expect(throws: Refusal.self) {
      try database.write(as: .bulk()) { connection in
        try connection.run("DELETE FROM item")
        throw Refusal()
      }
    }
    #expect(try items(database).count == 20_000)
    let cache = try database.write { try $0.first("PRAGMA cache_size") { $0.int(0) } }
    #expect(cache == -16_384)
  }
}
