import Testing

@testable import EmuSQLite

@Suite struct `SQLite checkpoints` {
  @Test func `SQLite checkpoints copy the log on a connection of their own, from the first one on`()
    throws
  {
    try withPath { path in
      let configuration = Database.Configuration(location: .file(path))
      let database = try Database(configuration, migrations: schema)
      for key in 1...20 {
        try database.write { try $0.run("INSERT INTO item VALUES (?, 1)", .integer(Int64(key))) }
      }
      let connection = try Connection(
        DatabaseFile.Place(path: path, isNamed: true), access: .readWrite)
      defer { connection.close() }
      try connection.openAsCheckpointer(configuration)
      let progress = try connection.checkpointPassively()
      #expect(progress.frames > 0)
      #expect(progress.done == progress.frames)
      try database.close()
    }
  }
}
