import EmuTestTools
import Foundation
import Testing

@testable import EmuSQLite

private struct Refusal: Error {}

@Suite struct `The log is written a commit at a time` {
  /// What a body adds: rows of 3,000 bytes, in a memory for so many KiB of pages.
  struct Change: CustomTestStringConvertible, Sendable {
    var rows: Int
    var memory = 16_384

    var testDescription: String { "\(rows) rows in \(memory) KiB" }

    func run(on connection: Connection, from first: Int = 1) throws {
      // With little memory SQLite writes pages to the log before the commit, and reads and changes them
      // there.
      try connection.execute(SQL("PRAGMA cache_size = -\(memory)"))
      for number in first..<first + rows {
        try connection.run("INSERT INTO item VALUES (?, zeroblob(3000))", .integer(Int64(number)))
      }
      try connection.run("UPDATE item SET value = randomblob(3000) WHERE id % 3 = 0")
    }
  }

  /// Beside few pages, more than are held back at once, and more than the memory has room for.
  static let changes = [
    Change(rows: 0), Change(rows: 1), Change(rows: 50), Change(rows: 2_000),
    Change(rows: 400, memory: 40), Change(rows: 2_000, memory: 400),
  ]

  @Test(arguments: changes, [false, true])
  func `every commit can be read by others, and is there after the process was killed`(
    change: Change, syncs: Bool
  ) throws {
    try withPath { path in
      let database = try Database(
        .init(location: .file(path), synchronous: syncs ? .full : .normal), migrations: schema)
      for round in 0..<3 {
        try database.write { try change.run(on: $0, from: 1 + round * change.rows) }
        #expect(try items(database).count == (round + 1) * change.rows)
        // What a killed process leaves is the two files as they are now.
        try withCopy(of: path) { copy in
          let left = try Database(.init(location: .file(copy)), migrations: schema)
          #expect(try items(left).count == (round + 1) * change.rows)
          try left.close()
          #expect(try Database.damage(ofFileAt: copy) == nil)
        }
      }
      try database.close()
      #expect(try Database.damage(ofFileAt: path) == nil)
    }
  }

  @Test(arguments: changes)
  func `a change that is undone leaves nothing, and the next is whole`(change: Change) throws {
    try withPath { path in
      let database = try Database(.init(location: .file(path)), migrations: schema)
      try database.write { try Change(rows: 10).run(on: $0) }
      // Alone in a transaction, and beside a change that stays.
      #expect(throws: Refusal.self) {
        try database.write {
          try change.run(on: $0, from: 100)
          throw Refusal()
        }
      }
      let outcomes = runTogether(
        on: database,
        [
          { try change.run(on: $0, from: 10_000) },
          {
            try change.run(on: $0, from: 20_000)
            throw Refusal()
          },
          { try Change(rows: 10).run(on: $0, from: 30_000) },
        ])
      #expect(outcomes == [nil, .other, nil])
      #expect(try items(database).count == 20 + change.rows)
      try database.close()
      #expect(try Database.damage(ofFileAt: path) == nil)
      let again = try Database(.init(location: .file(path)), migrations: schema)
      #expect(try items(again).count == 20 + change.rows)
      try again.close()
    }
  }

  /// Runs `body` with the path of a copy of a database file and of its log.
  private func withCopy(of path: String, _ body: (String) throws -> Void) throws {
    try withPath { copy in
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
      }
      try body(copy)
    }
  }
}
