import Testing

@testable import EmuSQLite

@Suite struct `SQLite checkpoints` {
  @Test func `SQLite checkpoints copy the log on their own connection from the first`() throws {
    try withFile { database, path in
      for key in 1...20 { try database.write { try $0.insert(key) } }
      let connection = try Connection(
        DatabaseFile.Place(path: path, isNamed: true), access: .readWrite)
      defer { connection.close() }
      try connection.openAsCheckpointer(.init(location: .file(path)))
      let progress = try connection.checkpointPassively()
      #expect(progress.frames > 0)
      #expect(progress.done == progress.frames)
    }
  }

  @Test func `the log restarts once the reads that started before the copy have ended`() throws {
    try withPath { path in
      try open(path).close()
      let place = DatabaseFile.Place(path: path, isNamed: true)
      let writer = try Connection(place, access: .readWrite)
      defer { writer.close() }
      try writer.openAsWriter(.init(location: .file(path)))
      try writer.execute("PRAGMA wal_autocheckpoint = 0")
      let reader = try Connection(place, access: .readOnly)
      defer { reader.close() }
      try reader.openAsReader()
      func insert() throws -> Int {
        try writer.execute("INSERT INTO item VALUES (NULL, 1)")
        return try writer.checkpointPassively().frames
      }
      func read() throws {
        try reader.begin(.read)
        _ = try reader.first("SELECT count(*) FROM item") { $0.integer(0) }
      }

      try writer.execute("INSERT INTO item VALUES (NULL, 1)")
      try read()
      let progress = try writer.checkpointPassively()
      #expect(progress.done == progress.frames)
      #expect(!writer.isLogFree())
      #expect(try insert() > progress.frames)

      try reader.commit()
      #expect(writer.isLogFree())
      // A new read uses the file alone.
      try read()
      #expect(writer.isLogFree())
      try reader.commit()
      #expect(try insert() <= progress.frames)
    }
  }
}
