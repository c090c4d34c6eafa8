import EmuTestTools
import Dispatch
import EmuSQLite
import Foundation
import Synchronization
import Testing

@Suite final class `SQLite lifetime`: FolderSuite {
  @Test func `a SQLite database keeps the writes of 64 threads over a reopening`() throws {
    let database = try open(path)
    let failures = Atomic(0)
    let threads = (0..<64).map { writer in
      Thread {
        for number in 0..<200 {
          do {
            try database.write { try $0.insert(writer * 200 + number) }
          } catch {
            failures.add(1, ordering: .relaxed)
          }
        }
      }
    }
    for thread in threads { thread.start() }
    while !threads.allSatisfy(\.isFinished) { Thread.sleep(forTimeInterval: 0.01) }
    #expect(failures.load(ordering: .relaxed) == 0)
    try database.close()
    #expect(try withDatabase(at: path, items) == Array(0..<64 * 200))
  }

  @Test func `a SQLite database drains the queue when it closes`() throws {
    let database = try open(path)
    let completed = Atomic(0)
    for id in 0..<500 {
      database.write({ try $0.insert(id) }) { result in
        if case .success = result { completed.add(1, ordering: .relaxed) }
      }
    }
    try database.close()
    #expect(completed.load(ordering: .relaxed) == 500)
    #expect(try withDatabase(at: path, items).count == 500)
  }

  @Test func `a SQLite database rejects everything after closing but closing again`() throws {
    let database = try Database(.init(location: .temporary), migrations: schema)
    try database.close()
    try database.close()
    #expect(code { _ = try items(database) } == .closed)
    #expect(code { try database.write { _ in } } == .closed)
    #expect(code { try database.write(as: .bulk()) { _ in } } == .closed)
  }

  /// The system gives the identity of an ended thread, such as the writer's, to a later one.
  @Test func `a SQLite database rejects everything after closing on later threads too`() async {
    await #expect(processExitsWith: .success) {
      let database = try Database(.init(location: .temporary), migrations: schema)
      try database.close()
      for _ in 0..<100 {
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          try? database.close()
          precondition(code { try database.write { _ in } } == .closed)
          hasEnded.signal()
        }
        hasEnded.wait()
      }
    }
  }

  @Test func `a SQLite database waits for the reads in progress when it closes`() throws {
    let database = try Database(.init(location: .temporary), migrations: schema)
    let isReading = DispatchSemaphore(value: 0)
    let counts = Mutex<[Int?]>([])
    Thread.detachNewThread {
      try? database.read { connection in
        isReading.signal()
        Thread.sleep(forTimeInterval: 0.05)
        let count = try connection.first("SELECT count(*) FROM item") { $0.int(0) }
        counts.withLock { $0.append(count) }
      }
    }
    isReading.wait()
    try database.close()
    #expect(counts.withLock { $0 } == [0])
  }

  @Test func `a SQLite database releases the file when it is dropped without closing`() throws {
    try open(path).write({ try $0.insert(1) }) { _ in }
    var again: Database?
    for _ in 0..<500 where again == nil {
      again = try? open(path)
      if again == nil { Thread.sleep(forTimeInterval: 0.01) }
    }
    let database = try #require(again)
    #expect(try items(database) == [1])
    try database.close()
  }

  @Test func `a SQLite database keeps the log short under a stream of writes`() throws {
    try withFile { database, path in
      let text = String(repeating: "0123456789", count: 100)
      let room = DispatchSemaphore(value: 64)
      var largest = 0
      for id in 0..<40_000 {
        room.wait()
        let key = id &* 7_919 % 1_000_003
        database.write(
          { try $0.run("INSERT INTO item VALUES (?, ?)", values: [.integer(key), .text(text)]) },
          completion: { _ in room.signal() })
        if id % 200 == 0 {
          let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
          largest = max(largest, attributes[.size] as? Int ?? 0)
        }
      }
      #expect(largest > 1_000_000)
      #expect(largest < 20_000_000)
    }
  }

  @Test func `a SQLite database restarts the log once a long read has ended`() throws {
    let database = try open(path)
    let path = path
    @Sendable func size() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
    }
    func write(_ ids: Range<Int>) throws {
      for id in ids {
        try database.write {
          try $0.run("INSERT INTO item VALUES (?, zeroblob(3000))", values: [.integer(id)])
        }
      }
    }
    let held = try database.read { connection in
      _ = try connection.first("SELECT count(*) FROM item") { $0.int(0) }
      try write(0..<3_000)
      return try size()
    }
    #expect(held > 12_000_000)
    try write(3_000..<9_000)
    #expect(try size() < held + 16_000_000)
    try database.close()
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `a SQLite database empties the log after a bulk write`() throws {
    try withFile { database, path in
      try database.write(as: .bulk()) { connection in
        for id in 0..<30_000 {
          try connection.run(
            "INSERT INTO item VALUES (?, 'some text or other')", values: [.integer(id)])
        }
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
      #expect(attributes[.size] as? Int == 0)
    }
  }
}
